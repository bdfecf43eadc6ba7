// Hints for the shop's developer in the console: what is wrong, and how to fix it.

export type Circumstances = {
  /** The origin of the page. */
  page: string;
  /** The origins of the pages that show the page in a frame, where the browser tells them. */
  framedBy?: readonly string[];
  /** The origin of the service; null if it is not known. */
  service: string | null;
  keyId: string | null;
  venue: string | null;
  seat: string | null;
  /** What the service said, whether that is about a member of the request, and the answer's status and Retry-After. */
  said?: string | undefined;
  isAboutRequest?: boolean;
  status?: number;
  retryAfter?: string | null;
};

/** Returns how to fix a problem. For a code without a sentence of its own, what the service said. */
export function developerHint(code: string, it: Circumstances): string {
  return HINTS[code]?.(it) ?? it.said ?? "";
}

/** Returns the hint for a problem that the viewer reports, most often about the seat in the attribute. */
export function seatHint(code: string | undefined, { seat, said = "" }: Circumstances): string {
  return seat === null || code === "unreachable"
    ? said
    : `${said} (seat="${seat}"; POST /v1/seats/resolve says how a label is read.)`;
}

const key = ({ keyId }: Circumstances) => keyId ?? "the keyless key";
const later = ({ retryAfter, said = "" }: Circumstances) =>
  `${said} Try again in ${retryAfter ?? "a few"} seconds.`.trim();

const HINTS: Record<string, (it: Circumstances) => string> = {
  service_missing: () => 'Set the attribute service="https://..." to the address of Seat Preview.',
  venue_missing: () => "Set the attribute venue, or session.",
  session_invalid: () => "The attribute session must be the viewerUrl of a session, as the API answered it.",
  unreachable: ({ service }) =>
    `No answer from ${service}. Check that it is the address of Seat Preview and running, your network, and that ` +
    `the page's Content-Security-Policy has connect-src ${service}.`,
  unexpected: ({ service, status }) =>
    `${service} answered ${status}, and not as Seat Preview does. Check the address.`,
  credentials_missing: ({ page }) =>
    `Set the attribute key-id to a key that has ${page} in allowedOrigins and allowOriginOnly on.`,
  key_invalid: ({ keyId, said = "" }) =>
    `${said} Check the attribute key-id="${keyId}"; the key must be active and have allowOriginOnly on.`,
  origin_not_allowed: (it) => (it.isAboutRequest && it.said) || `Add ${it.page} to allowedOrigins of ${key(it)}.`,
  not_found: (it) => `${it.said} Check the attribute venue="${it.venue}".`,
  venue_not_allowed: (it) => `Add ${it.venue} to venues of ${key(it)}.`,
  frame_refused: (it) =>
    `Add ${[...new Set([it.page, ...(it.framedBy ?? [])])].join(" and ")} to embedFrameAncestors of ${key(it)}. ` +
    `If that is there, the page's Content-Security-Policy lacks frame-src ${it.service}.`,
  rate_limited: later,
  overloaded: later,
  unavailable: later,
};
