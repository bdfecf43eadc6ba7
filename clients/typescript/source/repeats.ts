// Which failed requests are sent again, and after how long.
import { Problem } from "./problem.js";

/** A request is sent at most once more than this. */
export const REPEATS_MAX = 3;
/** A service that asks for a longer wait gets no repeat: the caller decides. */
const WAIT_SECONDS_MAX = 60;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const PASSING_STATUSES = new Set([429, 502, 503, 504]);
/** Failures of Node's connections that come before anything was sent. */
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

export type Repeatability =
  /** Sent twice, it does no more than sent once. */
  | "safe"
  /** Sent again only if the first request can have done nothing. */
  | "if nothing was done"
  | "never";

/** Tells whether a failed request may be sent again. `attempt` is 0 for the first one. */
export function mayRepeat(repeatability: Repeatability, failure: unknown, attempt: number): boolean {
  if (repeatability === "never" || attempt >= REPEATS_MAX || !(failure instanceof Problem)) return false;
  if ((failure.retryAfterSeconds ?? 0) > WAIT_SECONDS_MAX) return false;
  if (hasDoneNothing(failure)) return true;
  if (repeatability !== "safe") return false;
  // The first request is still being worked on; its answer is given to a repeat with the same Idempotency-Key.
  if (failure.code === "request_in_progress") return attempt > 0;
  return failure.code === "unreachable" || failure.code === "timeout" || PASSING_STATUSES.has(failure.status);
}

/** Returns how long to wait: a random time of a growing span, after what the service asks for. */
export function waitMs(failure: unknown, attempt: number, random: () => number = Math.random): number {
  const asked = failure instanceof Problem ? (failure.retryAfterSeconds ?? 0) * 1000 : 0;
  return asked + random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
}

/** Waits, unless the signal ends it. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** A proxy's 503 proves nothing. One with a problem code comes from the service, before it began. */
function hasDoneNothing(failure: Problem): boolean {
  if (failure.status === 429) return true;
  if (failure.status === 503) return failure.code !== "unexpected";
  return failure.code === "unreachable" && NEVER_SENT.has(causeCode(failure.cause));
}

/** Node tries several addresses of one name, and then gives one cause for each of them. */
function causeCode(cause: unknown): string {
  if (typeof cause !== "object" || cause === null) return "";
  if ("code" in cause && typeof cause.code === "string") return cause.code;
  return "cause" in cause ? causeCode(cause.cause) : "";
}
