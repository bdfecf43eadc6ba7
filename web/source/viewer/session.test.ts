// Tests of the buyer's session: its requests, its renewal and its end.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FirstRequests } from "./first-requests";
import { Session } from "./session";
import type { Preview } from "./types";
import { ViewerApi } from "./viewer-api";

const NOW = new Date("2026-11-17T12:00:00Z");
const GONE = {
  status: 422,
  body: { code: "validation_failed", errors: [{ parameter: "configuration", detail: "There is no such one." }] },
};

type Answer = { status?: number; body: unknown };
type Sent = { path: string; query: Record<string, string>; headers: Headers; body: unknown };

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers the viewer's requests as the service would, by their path. Returns what was sent. */
function serviceThat(answer: (sent: Sent) => Answer): Sent[] {
  const requests: Sent[] = [];
  vi.stubGlobal("fetch", async (address: string, { headers, body }: RequestInit) => {
    const url = new URL(address, "https://seats.example");
    const sent = {
      path: url.pathname.replace("/v1", ""),
      query: Object.fromEntries(url.searchParams),
      headers: new Headers(headers),
      body: typeof body === "string" ? JSON.parse(body) : null,
    };
    requests.push(sent);
    const { status = 200, body: answered } = answer(sent);
    return new Response(JSON.stringify(answered), { status, headers: { date: new Date().toUTCString() } });
  });
  return requests;
}

function issued(token: string, seconds: number): Answer {
  return { body: { token, expiresAt: new Date(Date.now() + seconds * 1000).toISOString() } };
}

async function openSession(first: Partial<FirstRequests> = {}, claims: object = {}): Promise<Session> {
  const holder = { token: "st_a" };
  const api = new ViewerApi(() => holder.token, "key_1");
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  const data = { session: { sessionId: "ses_1", expiresAt, locale: null, seats: [], ...claims } };
  const caller = Promise.resolve({ data, headers: new Headers({ date: new Date().toUTCString() }) });
  const wishes = { locale: "en", configuration: null };
  return Session.open({ api, holder, caller, wishes, preview: null, plan: null, ...first } as unknown as FirstRequests);
}

test("each request names the token and the key in the viewer's path", async () => {
  // The service refuses a token under the key of another tenant, whose settings allow other pages to frame the viewer.
  const sent = serviceThat(() => ({ body: { imagery: null } }));
  await (await openSession()).preview("1/A/1", "en", null);
  expect(sent[0]?.headers.get("authorization")).toBe("Bearer st_a");
  expect(sent[0]?.headers.get("x-viewer-key")).toBe("key_1");
});

test("a session is renewed a minute before it ends, and later requests have the new token", async () => {
  const sent = serviceThat(({ path }) =>
    path.endsWith("/renew") ? issued("st_b", 3600) : { body: { imagery: null } },
  );
  const session = await openSession();
  const renewed = vi.fn();
  session.onRenewed = renewed;
  await vi.advanceTimersByTimeAsync(539_000);
  expect(renewed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(renewed).toHaveBeenCalledExactlyOnceWith("st_b");
  expect(sent[0]).toMatchObject({ path: "/sessions/ses_1/renew", body: { ttlSeconds: 3600 } });
  await session.preview("1/A/1", "en", null);
  expect(sent.at(-1)?.headers.get("authorization")).toBe("Bearer st_b");
});

test("a renewal that finds no service is tried again", async () => {
  let isDown = true;
  const sent = serviceThat(() => (isDown ? { status: 503, body: { code: "unavailable" } } : issued("st_b", 3600)));
  const session = await openSession();
  const ended = vi.fn();
  session.onEnded = ended;
  await vi.advanceTimersByTimeAsync(541_000);
  isDown = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(session.token).toBe("st_b");
  expect(sent).toHaveLength(2);
  expect(ended).not.toHaveBeenCalled();
});

test("a session that a renewal does not prolong ends when it expires", async () => {
  serviceThat(() => issued("st_b", 60));
  const session = await openSession();
  const ended = vi.fn();
  session.onEnded = ended;
  await vi.advanceTimersByTimeAsync(541_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toHaveBeenCalledExactlyOnceWith("session_expired");
});

test.each(["session_expired", "key_invalid", "key_revoked"])("the session ends once with %s", async (code) => {
  serviceThat(() => ({ status: 401, body: { code } }));
  const session = await openSession();
  const ended = vi.fn();
  session.onEnded = ended;
  for (const seat of ["1/A/1", "1/A/2"]) await expect(session.preview(seat, "en", null)).rejects.toThrow();
  expect(ended).toHaveBeenCalledExactlyOnceWith(code);
});

test("an unknown seat does not end the session, and is asked for again the next time", async () => {
  const sent = serviceThat(() => ({ status: 404, body: { code: "not_found" } }));
  const session = await openSession();
  const ended = vi.fn();
  session.onEnded = ended;
  for (const _ of [1, 2]) await expect(session.preview("nowhere", "en", null)).rejects.toThrow();
  expect(sent).toHaveLength(2);
  expect(ended).not.toHaveBeenCalled();
});

test("a preview is asked for once in five minutes", async () => {
  const sent = serviceThat(() => ({ body: { imagery: null } }));
  const session = await openSession();
  await session.preview("1/A/1", "en", null);
  vi.setSystemTime(NOW.getTime() + 299_000);
  await session.preview("1/A/1", "en", null);
  expect(sent).toHaveLength(1);
  vi.setSystemTime(NOW.getTime() + 301_000);
  await session.preview("1/A/1", "en", null);
  expect(sent).toHaveLength(2);
});

test("a preview that is still being computed is asked for again the next time, and so are neighbours", async () => {
  const pending = (key: string) => ({ ...previewOf(key), sightline: { state: "pending" } });
  const sent = serviceThat(() => ({ body: { ...pending("1/A/1"), neighbourPreviews: [pending("1/A/2")] } }));
  const session = await openSession();
  for (const _ of [1, 2]) await session.preview("1/A/1", "en", null);
  expect(sent).toHaveLength(2);
  await session.preview("1/A/2", "en", null);
  expect(sent).toHaveLength(3);
});

test("a configuration that is gone is not the end of an address: the session's own is shown", async () => {
  const sent = serviceThat(({ query }) => (query.configuration ? GONE : { body: { imagery: null, venue: "shown" } }));
  const session = await openSession();
  expect(await session.preview("1/A/1", "en", "gone")).toMatchObject({ venue: "shown" });
  expect(sent.map(({ query }) => query.configuration)).toEqual(["gone", undefined]);
});

test("the first preview is used if it is the wanted one, in language and configuration", async () => {
  const sent = serviceThat(() => ({ body: { imagery: null } }));
  const response = Promise.resolve({ imagery: null, venue: "first" } as unknown as Preview);
  const first = { preview: { seat: "1/A/1", response } };
  expect(await (await openSession(first)).preview("1/A/1", "en", null)).toMatchObject({ venue: "first" });
  expect(sent).toHaveLength(0);
  await (await openSession(first)).preview("1/A/1", "de", null);
  await (await openSession(first)).preview("1/A/1", "en", "match");
  await (await openSession(first)).preview("1/A/2", "en", null);
  expect(sent).toHaveLength(3);
});

function previewOf(key: string, neighbours?: string[]): object {
  const near = neighbours?.map((each) => previewOf(each));
  return { imagery: null, seat: { key }, ...(near === undefined ? {} : { neighbourPreviews: near }) };
}

test("a preview and those of its neighbours are one request", async () => {
  const sent = serviceThat(() => ({ body: previewOf("1/A/2", ["1/A/1", "1/A/3"]) }));
  const session = await openSession();
  const preview = await session.preview("seat 2", "en", null);
  expect((await session.neighbours(preview, "en", null)).map(({ seat }) => seat.key)).toEqual(["1/A/1", "1/A/3"]);
  expect((await session.preview("1/A/3", "en", null)).seat.key).toBe("1/A/3");
  expect(sent.map(({ query }) => query)).toEqual([{ seat: "seat 2", locale: "en", withNeighbours: "true" }]);
  // In another language it is another preview.
  await session.preview("1/A/3", "de", null);
  expect(sent).toHaveLength(2);
});

test("the neighbours of a neighbour are one more request, however often they are asked for", async () => {
  const sent = serviceThat(({ query }) => ({
    body: query.seat === "1/A/2" ? previewOf("1/A/2", ["1/A/3"]) : previewOf("1/A/3", ["1/A/2", "1/A/4"]),
  }));
  const session = await openSession();
  const first = await session.preview("1/A/2", "en", null);
  const next = await session.preview("1/A/3", "en", null);
  await Promise.all([session.neighbours(next, "en", null), session.neighbours(next, "en", null)]);
  await session.neighbours(next, "en", null);
  expect(sent.map(({ query }) => query.seat)).toEqual(["1/A/2", "1/A/3"]);
  // The way back is known, with all of its neighbours.
  expect(await session.preview("1/A/2", "en", null)).toBe(first);
  await session.neighbours(first, "en", null);
  expect(sent).toHaveLength(2);
});

test("neighbours that could not be loaded are asked for again", async () => {
  let isDown = true;
  const sent = serviceThat(() =>
    isDown ? { status: 503, body: { code: "unavailable" } } : { body: previewOf("1/A/3", []) },
  );
  const session = await openSession();
  const preview = previewOf("1/A/3") as Preview;
  await expect(session.neighbours(preview, "en", null)).rejects.toThrow();
  isDown = false;
  expect(await session.neighbours(preview, "en", null)).toEqual([]);
  expect(sent).toHaveLength(2);
});

test("a service that is older than the page knows nothing of neighbours, and still shows the seat", async () => {
  const refused = { parameter: "withNeighbours", detail: "is not a known parameter" };
  const sent = serviceThat(({ query }) =>
    query.withNeighbours
      ? { status: 400, body: { code: "validation_failed", errors: [refused] } }
      : { body: previewOf("1/A/2") },
  );
  const session = await openSession();
  const preview = await session.preview("1/A/2", "en", null);
  expect(preview.seat.key).toBe("1/A/2");
  expect(await session.neighbours(preview, "en", null)).toEqual([]);
  expect(await session.neighbours(preview, "en", null)).toEqual([]);
  expect(sent).toHaveLength(4);
});

test("a neighbour of a kind that this viewer does not know is an error when the buyer goes there", async () => {
  const near = { seat: { key: "1/A/3" }, imagery: { kind: "hologram", expiresAt: null } };
  serviceThat(() => ({ body: { ...previewOf("1/A/2"), neighbourPreviews: [near] } }));
  const session = await openSession();
  expect((await session.preview("1/A/2", "en", null)).seat.key).toBe("1/A/2");
  await expect(session.preview("1/A/3", "en", null)).rejects.toThrow("hologram");
});

test("names follow the session's own language tag where it is more specific than the texts", async () => {
  const sent = serviceThat(() => ({ body: { imagery: null } }));
  const session = await openSession({}, { locale: "de-AT" });
  await session.preview("1/A/1", "de", null);
  await session.preview("1/A/1", "fr", null);
  expect(sent.map(({ query }) => query.locale)).toEqual(["de-AT", "fr"]);
});

test("a shared token is valid for a day, and asked for once", async () => {
  const sent = serviceThat(() => issued("st_shared", 86_400));
  const session = await openSession();
  const [one, other] = await Promise.all([session.shareToken(), session.shareToken()]);
  expect([one.token, other.token]).toEqual(["st_shared", "st_shared"]);
  expect(sent.map(({ body }) => body)).toEqual([{ ttlSeconds: 86_400 }]);
  expect(session.token).toBe("st_a");
});

test("labels that are not certain name no seat, and those of several name them all", async () => {
  const results = [
    { status: "matched", seat: { key: "1/A/1" } },
    { status: "matched", seat: { key: "1/A/1" }, seats: [{ key: "1/A/1" }, { key: "1/A/2" }] },
    { status: "ambiguous", seat: { key: "1/A/1" } },
    { status: "not_found", seat: null },
  ];
  serviceThat(() => ({ body: { results } }));
  const session = await openSession();
  expect(await session.resolve(["a", "b", "c", "d"])).toEqual([["1/A/1"], ["1/A/1", "1/A/2"], [], []]);
});
