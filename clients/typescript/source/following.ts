// Following changes: an iterator that asks again and again, and goes on after a lost connection.
import type { FeedPage, ListChangesQuery } from "./generated/types.js";
import { Problem } from "./problem.js";
import { wait } from "./repeats.js";
import type { CallOptions } from "./transport.js";

/** How long the service waits for a change. Less than the time after which the client gives an answer up. */
const WAIT_SECONDS = 20;
/** The least time between two answers without changes: a service that is being stopped answers at once. */
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const PASSING_STATUSES = new Set([429, 502, 503, 504]);

export type FollowQuery = {
  /** `position` of an earlier follower, or `next` of a page. By default, only what happens from now on; null for
   * everything that is kept. */
  after?: string | null | undefined;
  /** Changes of these types, such as `["key.revoked"]`. */
  types?: readonly string[] | undefined;
  /** Changes of this venue, its images and its grants. */
  venue?: string | undefined;
  /** What this tenant may see: for admin scope. */
  tenantId?: string | undefined;
};

/** Options of `follow`. */
export type FollowOptions = CallOptions & {
  /** Is called where the log does not go on at the position, since a backup was restored or the position is too old.
   * Everything that is kept follows: read your records anew. */
  onRestart?: (() => void) | undefined;
};

/** Changes without end: `for await (const change of follower)`. `position` is where another follower can go on. */
export class Follower implements AsyncIterable<FeedPage["data"][number]> {
  readonly #fetchPage: (query: ListChangesQuery) => Promise<FeedPage>;
  readonly #query: ListChangesQuery;
  readonly #options: FollowOptions;
  #position: string | null;

  constructor(
    fetchPage: (query: ListChangesQuery) => Promise<FeedPage>,
    { after = "now", types, venue, tenantId }: FollowQuery,
    options: FollowOptions,
  ) {
    this.#fetchPage = fetchPage;
    this.#query = { types: types?.join(","), venue, tenantId };
    this.#options = options;
    this.#position = after;
  }

  /**
   * Everything up to here was handed out. It moves when the iterator is asked for what comes after the last change of a
   * page, so that a program that keeps it misses nothing, and may meet some changes twice.
   */
  get position(): string | null {
    return this.#position;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<FeedPage["data"][number]> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** Goes through the pages that have changes. */
  async *pages(): AsyncIterableIterator<FeedPage> {
    for (;;) {
      // The position of the end comes at once: a connection that is lost later loses no change.
      const waitSeconds = this.#position === "now" ? 0 : WAIT_SECONDS;
      const begun = Date.now();
      const page = await this.#page({ ...this.#query, after: this.#position, waitSeconds });
      if (page.restarted) this.#options.onRestart?.();
      if (page.restarted || page.data.length > 0) yield page;
      else if (waitSeconds > 0 && Date.now() - begun < PAUSE_MS) await wait(PAUSE_MS, this.#options.signal);
      this.#position = page.next;
    }
  }

  /** Asks until the service answers, however long it is away. A refusal is thrown. */
  async #page(query: ListChangesQuery): Promise<FeedPage> {
    for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await this.#fetchPage(query);
      } catch (failure) {
        if (!isPassing(failure)) throw failure;
        await wait(pauseMs * (0.5 + Math.random() / 2), this.#options.signal);
      }
    }
  }
}

function isPassing(failure: unknown): boolean {
  if (!(failure instanceof Problem)) return false;
  return failure.code === "unreachable" || failure.code === "timeout" || PASSING_STATUSES.has(failure.status);
}
