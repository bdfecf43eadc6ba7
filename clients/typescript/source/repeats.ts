// Which failed requests are sent again, and after how long.
import { Problem } from "./problem.js";

/** How often a call is repeated, and how long it waits for that. */
export type Retries = {
  /** At most so many repeats, after the first try: 3 by default. 0 turns them off. */
  repeats?: number | undefined;
  /** All waits of one call together: 60 by default. A call whose `Retry-After` asks for more fails at once. */
  waitSecondsMax?: number | undefined;
  /** The upper bound of the first wait, which doubles with every repeat up to 8 seconds: 0.5 by default. */
  firstWaitSeconds?: number | undefined;
  /** Called before each wait, so that a program can show or log it. What it throws ends the call. */
  onWait?: ((waiting: Waiting) => void) | undefined;
};

/** A call that failed, and waits to be sent again. */
export type Waiting = {
  method: string;
  /** The path of the call, without its query. */
  path: string;
  /** Which try has failed: 1 for the first. */
  attempt: number;
  /** How long the call waits now. */
  seconds: number;
  /** Why: status 429 means that the service is asked too often. */
  problem: Problem;
};

const REPEATS_MAX = 3;
const WAIT_SECONDS_MAX = 60;
const FIRST_WAIT_SECONDS = 0.5;
const LONGEST_WAIT_SECONDS = 8;
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
export function mayRepeat(repeatability: Repeatability, failure: unknown, attempt: number): failure is Problem {
  if (repeatability === "never" || !(failure instanceof Problem)) return false;
  if (hasDoneNothing(failure)) return true;
  if (repeatability !== "safe") return false;
  // The first request is still being worked on; its answer is given to a repeat with the same Idempotency-Key.
  if (failure.code === "request_in_progress") return attempt > 0;
  return failure.code === "unreachable" || failure.code === "timeout" || PASSING_STATUSES.has(failure.status);
}

/** Returns how long to wait: a random time of a growing span, after what the service asks for. Null to give up. */
export function waitSeconds(
  failure: Problem,
  attempt: number,
  waitedSeconds: number,
  { repeats = REPEATS_MAX, waitSecondsMax = WAIT_SECONDS_MAX, firstWaitSeconds = FIRST_WAIT_SECONDS }: Retries,
): number | null {
  if (attempt >= repeats) return null;
  const bound = Math.min(LONGEST_WAIT_SECONDS, firstWaitSeconds * 2 ** attempt);
  const seconds = (failure.retryAfterSeconds ?? 0) + Math.random() * bound;
  return waitedSeconds + seconds <= waitSecondsMax ? seconds : null;
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
