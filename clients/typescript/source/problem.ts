// The error of every call that fails: what the service said, or that it could not be reached.
import type { ProblemBody } from "./generated/types.js";

/** One thing that is wrong with a request. `pointer` names the member of the body, `parameter` the query parameter. */
export type Fault = {
  detail: string;
  pointer?: string;
  parameter?: string;
};

/** Why there is no view for a label, and what else the label may mean. Names are in the language that was asked for. */
export type SeatRefusal = {
  reason: "closed" | "ambiguous" | "uncertain" | "unknown";
  asked: string;
  place: { name: string } | null;
  configuration: { name: string } | null;
  alternatives: readonly { key: string; name: string }[];
};

/** Members of a problem that not every failure has. */
export type ProblemOptions = {
  errors?: readonly Fault[];
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  seat?: SeatRefusal | null;
  cause?: unknown;
};

/** The problem that a call had instead of a result. `message` is its `detail`, written for people. */
export class Problem extends Error {
  override readonly name = "Problem";
  /** What is wrong with the request, each fault with the place where it is. */
  readonly errors: readonly Fault[];
  /** The id by which the service's log names the request. */
  readonly requestId: string | null;
  /** How long the service asks to wait before the next try. */
  readonly retryAfterSeconds: number | null;
  /** Why there is no view for a label, where the service says it. */
  readonly seat: SeatRefusal | null;

  constructor(
    /** The HTTP status; 0 if no response arrived. */
    readonly status: number,
    /** A code of the service's catalogue, or `unreachable`, `timeout`, `unexpected`. */
    readonly code: string,
    readonly detail: string,
    { errors = [], requestId = null, retryAfterSeconds = null, seat = null, cause }: ProblemOptions = {},
  ) {
    super(detail, cause === undefined ? undefined : { cause });
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.seat = seat;
  }

  /** Returns the faults of one member of the body, by its pointer, and of everything inside that member. */
  faultsAt(pointer: string): readonly Fault[] {
    return this.errors.filter((fault) => fault.pointer === pointer || fault.pointer?.startsWith(`${pointer}/`));
  }
}

/** Reads the problem from a response. A proxy may have answered with a page of its own that is not a problem body. */
export async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => null)) as Partial<ProblemBody> | null;
  const said = body !== null && typeof body === "object" ? body : {};
  return new Problem(
    response.status,
    said.code ?? "unexpected",
    said.detail ?? said.title ?? `The service answered with status ${response.status}. Try again in a moment.`,
    {
      errors: (said.errors ?? []) as Fault[],
      requestId: said.requestId ?? response.headers.get("x-request-id"),
      retryAfterSeconds: secondsOf(response.headers.get("retry-after")),
      seat: (said.seat ?? null) as SeatRefusal | null,
    },
  );
}

/** Retry-After is a number of seconds, or a date where a proxy wrote it. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null || retryAfter.trim() === "") return null;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
