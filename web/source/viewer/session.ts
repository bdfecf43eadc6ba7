// The buyer's session: its token and its requests. It renews itself before it expires.
import { type components, Problem, type Query } from "@seatpreview/client";
import { isPending } from "../plan/pending-view";
import type { Plan } from "../plan/plan";
import type { FirstRequests, Wishes } from "./first-requests";
import { withStableUrls } from "./image-urls";
import { withKnownImagery } from "./imagery-kinds";
import { type Locale, localeOf } from "./locales";
import type { Claims, Preview } from "./types";
import type { ApiResponse, ViewerApi } from "./viewer-api";

type IssuedSession = components["schemas"]["IssuedSession"];
type ResolvedSeats = components["schemas"]["ResolvedSeats"];
type BestSeats = components["schemas"]["BestSeats"];

export type BestRules = components["schemas"]["BestSeatsRules"];
export type BestGroup = BestSeats["data"][number];

export type SharedToken = Pick<IssuedSession, "token" | "expiresAt">;

/** As many groups as the service returns: the viewer offers a few that differ. */
const GROUPS_MAX = 20;
/** A preview is reused for this long. Signed image addresses are valid for longer. */
const FRESH_MS = 5 * 60_000;
/** Enough for two views, their neighbours and the way back. */
const KEPT_MAX = 100;
const RENEW_EARLY_MS = 60_000;
const RENEWED_FOR_SECONDS = 3600;
/** The service gives a session at most a day, and a renewal only what is left of it. */
const LONGEST_SECONDS = 86_400;
const ENDING_CODES = new Set(["session_expired", "key_invalid", "key_revoked"]);

type Kept = {
  preview: Promise<Preview>;
  at: number;
};

export class Session {
  readonly claims: Claims;
  /** Called with the new token after each renewal. */
  onRenewed: (token: string) => void = () => {};
  /** Called once when the session has ended, with the code of the problem. */
  onEnded: (code: string) => void = () => {};

  private readonly api: ViewerApi;
  private hasEnded = false;
  private shared: Promise<SharedToken> | null = null;
  private readonly plans = new Map<string, Promise<Plan>>();
  private readonly kept = new Map<string, Kept>();
  /** The neighbours of previews. */
  private readonly around = new WeakMap<Preview, Promise<readonly Preview[]>>();

  private constructor(
    private readonly first: FirstRequests,
    claims: Claims,
    leftMs: number,
  ) {
    this.api = first.api;
    this.claims = claims;
    this.renewIn(leftMs);
  }

  /** Opens a session by the requests that were sent with its token. Throws a Problem if the token is not valid. */
  static async open(first: FirstRequests): Promise<Session> {
    const { data, headers } = await first.caller;
    if (data.session === null) throw new Problem(401, "none", "");
    return new Session(first, data.session, leftMs(data.session.expiresAt, headers));
  }

  get token(): string {
    return this.first.holder.token;
  }

  /** Returns the preview of a seat. Recent ones come from memory, so that a neighbour is shown at once. */
  preview(seat: string, locale: Locale, configuration: string | null): Promise<Preview> {
    const name = keptName(seat, locale, configuration);
    const preview = this.recent(name) ?? this.keep(name, this.look(seat, locale, configuration));
    return preview.then(withKnownImagery);
  }

  /** Returns the previews of the neighbours. They came with the preview, unless that itself came with another one. */
  neighbours(preview: Preview, locale: Locale, configuration: string | null): Promise<readonly Preview[]> {
    return remembered(this.around, preview, async () => {
      return (await this.look(preview.seat.key, locale, configuration)).neighbourPreviews ?? [];
    });
  }

  /** Returns the plan, which is requested once for each language and configuration. */
  plan(locale: Locale, configuration: string | null): Promise<Plan> {
    return remembered(this.plans, JSON.stringify([locale, configuration]), () =>
      this.askForPlan(locale, configuration),
    );
  }

  /** Returns the keys of the seats that each of at most 500 labels names; an uncertain label names none. */
  async resolve(labels: string[]): Promise<string[][]> {
    const { data } = await this.api.post<ResolvedSeats>("/seats/resolve", { labels });
    return data.results.map(({ status, seat, seats }) => {
      if (status !== "matched" || seat === null) return [];
      return seats?.map(({ key }) => key) ?? [seat.key];
    });
  }

  /** Finds the best seats side by side among some that are free, null for all, by the rules of the shop. */
  findBest = async (
    count: number,
    configuration: string | null,
    among: readonly string[] | null,
    rules: BestRules | null = null,
  ): Promise<readonly BestGroup[]> => {
    const body = {
      count,
      limit: GROUPS_MAX,
      ...(configuration && { configuration }),
      ...(among && { among }),
      ...(rules && { rules }),
    };
    return (await this.api.post<BestSeats>("/seats/best", body)).data.data;
  };

  /** Returns a token for somebody else, which is valid for as long as the session may live. */
  shareToken(): Promise<SharedToken> {
    this.shared ??= this.issue(LONGEST_SECONDS).then(({ data }) => data);
    this.shared.catch(() => {
      this.shared = null;
    });
    return this.shared;
  }

  /** The session's own tag may be more specific than the language of the texts, and translated names follow it. */
  private tagOf(locale: Locale): string {
    const { locale: own } = this.claims;
    return own !== null && localeOf(own) === locale ? own : locale;
  }

  private issue(ttlSeconds: number): Promise<ApiResponse<IssuedSession>> {
    const path = `/sessions/${this.claims.sessionId}/renew`;
    return this.api.post<IssuedSession>(path, { ttlSeconds });
  }

  /** The first preview and plan were asked for before the viewer had loaded, and are used if they are the wanted ones. */
  private askForPlan(locale: Locale, configuration: string | null): Promise<Plan> {
    const { plan, wishes } = this.first;
    this.first.plan = null;
    const query = { locale: this.tagOf(locale), configuration };
    return this.ask("/seats/plan", query, isSame(wishes, query) ? plan : null);
  }

  private askForPreview(seat: string, locale: Locale, configuration: string | null): Promise<Preview> {
    const { preview, wishes } = this.first;
    this.first.preview = null;
    const query = { locale: this.tagOf(locale), configuration };
    const isFirst = preview?.seat === seat && isSame(wishes, query);
    return this.ask("/seats/preview", { seat, ...query, withNeighbours: true }, isFirst ? preview.response : null);
  }

  /** Asks for a preview and those of the neighbours, in one request. Neighbours that are known stay as they are. */
  private async look(seat: string, locale: Locale, configuration: string | null): Promise<Preview> {
    const preview = withStableUrls(await this.askForPreview(seat, locale, configuration));
    const near = preview.neighbourPreviews?.map((each) => withStableUrls(each));
    if (near === undefined) return preview;
    this.around.set(preview, Promise.resolve(near));
    for (const each of near) {
      const name = keptName(each.seat.key, locale, configuration);
      if (this.recent(name) === undefined) this.keep(name, Promise.resolve(each));
    }
    return preview;
  }

  private recent(name: string): Promise<Preview> | undefined {
    const kept = this.kept.get(name);
    return kept !== undefined && Date.now() - kept.at < FRESH_MS ? kept.preview : undefined;
  }

  private keep(name: string, preview: Promise<Preview>): Promise<Preview> {
    this.kept.delete(name);
    this.kept.set(name, { preview, at: Date.now() });
    for (const [oldest] of this.kept) {
      if (this.kept.size <= KEPT_MAX) break;
      this.kept.delete(oldest);
    }
    const forget = () => this.kept.get(name)?.preview === preview && this.kept.delete(name);
    // A preview that is not complete yet is asked for again the next time.
    preview.then((found) => isPending(found) && forget(), forget);
    return preview;
  }

  /** `first` is the response to this query, if it was sent before. */
  private async ask<T>(path: string, query: Query, first: Promise<T> | null): Promise<T> {
    try {
      return await (first ?? this.api.get<T>(path, query).then(({ data }) => data));
    } catch (failure) {
      if (failure instanceof Problem && ENDING_CODES.has(failure.code)) this.end(failure.code);
      const rest = withoutRefused(query, failure);
      if (rest === null) throw failure;
      return this.ask<T>(path, rest, null);
    }
  }

  private renewIn(leftMs: number): void {
    setTimeout(() => void this.renew(), Math.max(0, leftMs - Math.min(RENEW_EARLY_MS, leftMs / 2)));
  }

  private async renew(): Promise<void> {
    try {
      const { data, headers } = await this.issue(RENEWED_FOR_SECONDS);
      this.first.holder.token = data.token;
      this.onRenewed(data.token);
      this.afterRenewal(leftMs(data.expiresAt, headers));
    } catch (failure) {
      const code = failure instanceof Problem ? failure.code : "other";
      if (ENDING_CODES.has(code)) this.end(code);
      else this.renewIn(RENEW_EARLY_MS);
    }
  }

  /** A session lives for a day at most. If a renewal did not prolong it, it ends when it expires. */
  private afterRenewal(leftMs: number): void {
    if (leftMs > 2 * RENEW_EARLY_MS) this.renewIn(leftMs);
    else setTimeout(() => this.end("session_expired"), leftMs);
  }

  private end(code: string): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.onEnded(code);
  }
}

/** Returns what was asked for before, or else asks for it. A failure is forgotten. */
function remembered<K, V>(
  answers: Pick<Map<K, Promise<V>>, "get" | "delete"> & { set: (key: K, answer: Promise<V>) => unknown },
  key: K,
  ask: () => Promise<V>,
): Promise<V> {
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = ask();
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}

/** Returns the query without an optional parameter that the service refuses; null if it refuses something else. A
 * configuration may have been deleted since its address was made, and an older service knows nothing of neighbours. */
function withoutRefused(query: Query, failure: unknown): Query | null {
  const refused = failure instanceof Problem ? failure.errors.map(({ parameter }) => parameter) : [];
  const name = ["configuration", "withNeighbours"].find((each) => query[each] && refused.includes(each));
  return name === undefined ? null : { ...query, [name]: null };
}

function isSame(one: Wishes, other: Wishes): boolean {
  return one.locale === other.locale && one.configuration === other.configuration;
}

function keptName(seat: string, locale: Locale, configuration: string | null): string {
  return JSON.stringify([locale, configuration, seat]);
}

/** The remaining time by the service's clock, since the buyer's clock may be wrong. */
function leftMs(expiresAt: string, headers: Headers): number {
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  return Math.max(0, Date.parse(expiresAt) - now);
}
