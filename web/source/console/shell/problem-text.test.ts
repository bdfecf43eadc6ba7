import { describe, expect, it, test } from "vitest";
import openapi from "../../api/openapi.json";
import { OPERATIONS } from "./operations";
import { faultText, problemText, uploadText } from "./problem-text";

const told = (code: string, detail: string, retryAfterSeconds: number | null = null) => ({
  code,
  detail,
  retryAfterSeconds,
});

type Example = { value: { code: string; detail: string } };
type Response = { content?: Record<string, { examples?: Record<string, Example> }> };
type Described = { operationId?: string; responses: Record<string, Response> };

/** The problems of every operation that the console calls, as the API's document shows them. */
const PROBLEMS = Object.values(openapi.paths)
  .flatMap((path) => Object.values(path) as unknown as Described[])
  .filter(({ operationId }) => operationId !== undefined && operationId in OPERATIONS)
  .flatMap(({ responses }) => Object.values(responses))
  .flatMap(({ content = {} }) => Object.values(content))
  .flatMap(({ examples = {} }) => Object.values(examples))
  .map(({ value }) => value);

/** Words of HTTP and of the API that mean nothing to a person at a screen. */
const FOR_PROGRAMS =
  /\b(GET|POST|PUT|PATCH|DELETE) [/{]|If-Match|ETag|Idempotency-Key|Retry-After|Authorization|X-Key-Id|Content-Type|the body|the query|in errors|Errors list|In the path|nextCursor|minConfidence/i;

test("no problem of any operation that the console calls speaks of requests, headers or paths", () => {
  expect(PROBLEMS.length).toBeGreaterThan(200);
  const texts = new Set(PROBLEMS.map(({ code, detail }) => problemText(told(code, detail))));
  expect([...texts].filter((text) => FOR_PROGRAMS.test(text))).toEqual([]);
  expect([...texts].filter((text) => text.trim() === "")).toEqual([]);
});

describe("a file that is refused", () => {
  it("is told by what to choose instead", () => {
    const media = told(
      "unsupported_media_type",
      "Send the body as one of image/jpeg, image/png, image/webp, image/avif.",
    );
    expect(uploadText(media)).toBe("This kind of file is not taken. Choose a JPEG, PNG, WebP or AVIF image.");
    expect(uploadText(told("body_too_large", "The body must be at most 52428800 bytes long."))).toBe(
      "This is too large: at most 50 MB are taken.",
    );
  });

  it("is called a file", () => {
    expect(uploadText(told("validation_failed", "The body is animated; send a single image."))).toBe(
      "The file is animated; choose a single image.",
    );
    expect(
      uploadText(told("validation_failed", "The body takes longer than 30 seconds to decode. Send a simpler image.")),
    ).toBe("The file takes longer than 30 seconds to decode. Choose a simpler image.");
  });
});

test("sentences that are not in the document are for people, too", () => {
  const texts = [
    ["not_found", "The label can mean several places of the venue. Errors lists them; ask for one by its key."],
    [
      "not_found",
      "The best match is not certain enough. Errors lists it with the reason; request it by its key, or with a lower minConfidence.",
    ],
    [
      "conflict",
      'The key was rotated already, to key_1. Cancel that with PATCH {"status": "active"}, or rotate the replacement.',
    ],
    [
      "conflict",
      "The first request with this Idempotency-Key made key_1. Its secret is in use, and is not shown again.",
    ],
    ["validation_failed", "The body has 50 faults or more; the first 50 are listed in errors."],
    ["validation_failed", "The body has more than 5000 members and items. Send less at once."],
    [
      "validation_failed",
      "The cursor is not one of this list. Take nextCursor from the previous page, or leave it out.",
    ],
    ["key_invalid", "Send the key's secret in the header 'Authorization: Bearer sk_live_...'."],
  ].map(([code = "", detail = ""]) => problemText(told(code, detail)));
  expect(texts.filter((text) => FOR_PROGRAMS.test(text))).toEqual([]);
  expect(texts[2]).toBe("The key was rotated already, to key_1. Cancel the revoke, or rotate the replacement.");
});

test("what is clear already stays as it is", () => {
  const detail =
    "Section 102 is closed in the configuration 'end'. Ask for another section, or for another configuration.";
  expect(problemText(told("not_found", detail))).toBe(detail);
  expect(problemText(told("rate_limited", "Too many requests.", 3))).toContain("Wait 3 seconds");
  expect(faultText("must name groups that lie within those of your own key, which GET /caller lists")).toContain(
    "under You",
  );
});
