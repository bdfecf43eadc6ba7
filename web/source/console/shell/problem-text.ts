// The sentence that the console shows for a problem. The API writes for programs: where its sentence speaks of requests,
// headers or paths, the console says what a person at the screen can do.
import type { Problem } from "@seatpreview/client";

type ProblemFacts = Pick<Problem, "code" | "detail" | "retryAfterSeconds">;

/** Returns what to tell a person about a problem. */
export function problemText(problem: ProblemFacts): string {
  return BY_CODE[problem.code]?.(problem) ?? rewritten(problem.detail);
}

/** Returns what to tell a person whose file was refused: to them, the body of the request is the file. */
export function uploadText(problem: ProblemFacts): string {
  const text = problemText(problem);
  return text
    .replace(/^The body /, "The file ")
    .replace("; send a single image", "; choose a single image")
    .replace(/Send a (simpler|smaller) image/, "Choose a $1 image");
}

/** Returns what to tell a person about a fault of one field. */
export function faultText(detail: string): string {
  return detail.replace(", which GET /caller lists", ", which are listed under You");
}

const MEANWHILE = "Somebody else changed this meanwhile, and nothing was saved. Reload it, and make your change again.";

/** Codes whose meaning for a person does not depend on the operation. Undefined: the API's own sentence will do. */
const BY_CODE: Record<string, (problem: ProblemFacts) => string | undefined> = {
  unsupported_media_type: () => "This kind of file is not taken. Choose a JPEG, PNG, WebP or AVIF image.",
  body_too_large: ({ detail }) => `This is too large${sizeIn(detail)}.`,
  precondition_failed: () => MEANWHILE,
  precondition_required: () => MEANWHILE,
  conflict: ({ detail }) => (/nothing was written/.test(detail) ? MEANWHILE : undefined),
  rate_limited: ({ retryAfterSeconds }) =>
    `Too many requests at the moment. Wait ${seconds(retryAfterSeconds)}, then try again.`,
  request_in_progress: () => "The first try is still being answered. Wait a moment, then try again.",
  idempotency_key_reused: () => "Nothing was saved, because the first try had other contents. Try again.",
  request_timeout: () => "This arrived too slowly. Try again over a better connection.",
  credentials_missing: () => "You are not signed in any more. Sign in again.",
  key_kind_not_allowed: () => "This needs a secret key. Sign in with one.",
  origin_not_allowed: () =>
    "This key may only be used from the pages that it lists, and the console is not one of them. Add the console's address to the key's allowed origins, or use another key.",
  venue_not_allowed: ({ detail }) =>
    detail.startsWith("The key may not use this venue") ? "Your key may not use this venue." : undefined,
  key_invalid: ({ detail }) =>
    /header|X-Key-Id/.test(detail) ? "This is not a key of this service. Check that it was copied whole." : undefined,
};

/** Parts of the API's sentences, and what is said instead. */
const PARTS: [RegExp, string][] = [
  [/^In the path, (\w+) must be/, "The $1 must be"],
  [/^In the query, after must be .*/, "The list of changes cannot go on from here. Reload the page."],
  [/^The (?:body|query) has 1 fault: /, "This is not right: "],
  [/^The (?:body|query) has (\d+) faults; each is listed in errors\./, "$1 things are not right:"],
  [
    /^The (?:body|query) has (\d+) faults or more; the first \d+ are listed in errors\./,
    "$1 things or more are not right:",
  ],
  [/^The (?:body|query) has at least the faults that errors lists;.*/, "At least these things are not right:"],
  [/^The body (has more than [\d,]+ members and items)\. Send less at once\./, "This $1, which is too much at once."],
  [/^In the query, confirm must be the name of the (\w+), letter by letter\./, "This is not the name of the $1."],
  [/ GET \/seats lists the keys of its seats\./, " Look for it on the map."],
  [/ Errors lists them; ask for one by its key\./, " Enter the key of one of them."],
  [/ Errors lists it with the reason; request it by its key.*/, " Enter its key to see it."],
  [/ GET \/caller (?:lists|returns|says)[^.]*\./, " “You” shows what your key may do."],
  [
    /^The webhook is not active\. Set it with PATCH .*/,
    "The webhook is off, so nothing is sent to it. Turn it on first.",
  ],
  [/ Cancel that with PATCH \{"status": "active"\}/, " Cancel the revoke"],
  [/^The first request with this Idempotency-Key made /, "The first try made "],
  [/ Send a new Idempotency-Key to rotate it again\./, " Rotate it again."],
  [/ Replace the record without it first\./, " Take it out of the record first."],
  [/^The venue's record refers to the image: /, "The record still uses this image: "],
  [/^The cursor is not one of this list\..*/, "The list has changed. Start again from its first page."],
  [/ Leave tenantId out\./, ""],
  [/^Only admin scope may send /, "Only keys of admin scope may set "],
  [/^Send Authorization with the secret.*/, "Sign in again."],
  [/ Wait for the number of seconds in Retry-After\./, " Wait a moment, then try again."],
];

function rewritten(detail: string): string {
  return PARTS.reduce((text, [part, instead]) => text.replace(part, instead), detail);
}

function sizeIn(detail: string): string {
  const bytes = Number(/(\d+) bytes/.exec(detail)?.[1]);
  return Number.isFinite(bytes) ? `: at most ${Math.floor(bytes / 2 ** 20)} MB are taken` : "";
}

function seconds(count: number | null): string {
  if (count === null) return "a moment";
  return count <= 1 ? "a second" : `${Math.ceil(count)} seconds`;
}
