// Tests of the client's calls: what is sent, what comes back, what is sent again, and what never is.
import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import { answered, answeredWith, json, KEY, problem, SERVICE, settle, useStillClock } from "./answered-client.js";
import { Client, Problem, type Waiting } from "./index.js";

const record = (version: number, more = {}) => json({ version, ...more }, 200, { etag: `"${version}"` });

/** A failure as Node's fetch throws it. */
const failed = (code: string) => new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });

useStillClock();

test("a call sends the key, the query and the body, and gives the API's own object with its ETag", async () => {
  const { client, sent } = answered(json({ keyId: "key_1", label: "Shop" }, 201, { etag: '"1"' }), json({ seat: {} }));
  const key = await client.keys.create({ label: "Shop", groups: ["sessions"] });
  expect(key).toEqual({ keyId: "key_1", label: "Shop" });
  expect(key.etag).toBe('"1"');
  // A copy that is sent back holds the record alone.
  expect({ ...key }).not.toHaveProperty("etag");
  expect(JSON.stringify(key)).not.toContain("etag");
  expect(sent[0]).toMatchObject({ address: `${SERVICE}/v1/manage/keys`, method: "POST" });
  expect(sent[0]!.headers).toMatchObject({ Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" });
  expect(JSON.parse(sent[0]!.body as string)).toEqual({ label: "Shop", groups: ["sessions"] });

  await client.seats.preview({ venue: "harbour", seat: "107/K/9", locale: undefined });
  expect(sent[1]!.address).toBe(`${SERVICE}/v1/seats/preview?venue=harbour&seat=107%2FK%2F9`);
});

test("a list goes through all pages, and through no more than is wanted", async () => {
  const pages = () => [json({ data: [1, 2], nextCursor: "c" }), json({ data: [3], nextCursor: null })];
  const { client, sent } = answered(...pages(), ...pages());
  const found: unknown[] = [];
  for await (const key of client.keys.list({ status: "active" })) found.push(key);
  expect(found).toEqual([1, 2, 3]);
  expect(sent.map(({ address }) => new URL(address).search)).toEqual(["?status=active", "?status=active&cursor=c"]);
  expect(await client.keys.list().toArray(2)).toEqual([1, 2]);
  expect(sent).toHaveLength(3);
  expect(await client.keys.list().page("c")).toEqual({ data: [3], nextCursor: null });
});

test("nothing is returned for a 204, and null for what the caller has already", async () => {
  const { client, sent } = answered(new Response(null, { status: 204 }), new Response(null, { status: 304 }));
  expect(await client.keys.revoke("key_1")).toBeUndefined();
  expect(await client.seats.plan({ venue: "harbour" }, { ifNoneMatch: '"7"' })).toBeNull();
  expect(sent[1]!.headers).toMatchObject({ "If-None-Match": '"7"' });
});

test("a problem has what the service says", async () => {
  const body = {
    code: "validation_failed",
    detail: "Two.",
    requestId: "r1",
    errors: [{ pointer: "/a/b", detail: "no" }],
  };
  const { client } = answered(json(body, 400, { "retry-after": "3" }));
  const failure = await client.caller.get().catch((thrown: unknown) => thrown as Problem);
  expect(failure).toBeInstanceOf(Problem);
  expect(failure).toMatchObject({ status: 400, code: "validation_failed", detail: "Two.", message: "Two." });
  expect(failure).toMatchObject({ requestId: "r1", retryAfterSeconds: 3, errors: body.errors });
  expect((failure as Problem).faultsAt("/a")).toHaveLength(1);
  expect((failure as Problem).faultsAt("/ab")).toHaveLength(0);
});

test("a proxy's page is a problem, whatever its status", async () => {
  const { client } = answered(new Response("<h1>No</h1>", { status: 403 }), new Response("<h1>Hello</h1>"));
  await expect(client.caller.get()).rejects.toMatchObject({ status: 403, code: "unexpected" });
  await expect(client.caller.get()).rejects.toMatchObject({ status: 200, code: "unexpected" });
});

test("the key is in no error and in no print of the client", async () => {
  const { client } = answered(problem(401, "key_invalid"));
  const failure = await client.caller.get().catch((thrown: unknown) => thrown);
  // Node quotes a header that it refuses.
  const broken = new Client({ service: SERVICE, key: `${KEY}\n` });
  const refused = await broken.caller.get().catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(TypeError);
  for (const shown of [failure, refused, client, broken])
    expect(inspect(shown, { depth: 9, showHidden: true }) + JSON.stringify(shown)).not.toContain(KEY);
});

test.each([
  ["GET", (client: Client) => client.keys.get("key_1")],
  ["PUT", (client: Client) => client.venues.replace("ven_1", { name: "Hall" }, { ifMatch: '"1"' })],
  ["DELETE", (client: Client) => client.keys.revoke("key_1")],
])("%s is sent again after failures that pass", async (_, call) => {
  const { client, sent } = answered(
    failed("ECONNRESET"),
    problem(503, "overloaded"),
    problem(429, "rate_limited"),
    json({}),
  );
  await settle(call(client) as Promise<unknown>);
  expect(sent).toHaveLength(4);
});

test("a call is sent four times at most, and once where the failure is the caller's", async () => {
  const { client, sent } = answered(
    ...Array.from({ length: 4 }, () => problem(502, "x")),
    problem(400, "validation_failed"),
  );
  await expect(settle(client.caller.get())).rejects.toMatchObject({ status: 502 });
  expect(sent).toHaveLength(4);
  await expect(settle(client.caller.get())).rejects.toMatchObject({ status: 400 });
  expect(sent).toHaveLength(5);
});

test("Retry-After is waited for, unless it is longer than a minute", async () => {
  const { client, sent } = answered(
    problem(429, "x", { "retry-after": "7" }),
    json({}),
    problem(429, "x", { "retry-after": "61" }),
  );
  const call = client.caller.get();
  await vi.advanceTimersByTimeAsync(6999);
  expect(sent).toHaveLength(1);
  await settle(call);
  expect(sent).toHaveLength(2);
  await expect(client.caller.get()).rejects.toMatchObject({ retryAfterSeconds: 61 });
});

test("repeats can be turned off, or be more", async () => {
  const busy = () => problem(429, "rate_limited");
  const once = answeredWith({ repeats: 0 }, busy());
  await expect(settle(once.client.caller.get())).rejects.toMatchObject({ status: 429 });
  expect(once.sent).toHaveLength(1);
  const often = answeredWith({ repeats: 5 }, busy(), busy(), busy(), busy(), busy(), json({}));
  await settle(often.client.caller.get());
  expect(often.sent).toHaveLength(6);
});

test("all waits of a call together have a bound", async () => {
  const busy = () => problem(429, "rate_limited", { "retry-after": "25" });
  const { client, sent } = answered(busy(), busy(), busy());
  await expect(settle(client.caller.get())).rejects.toMatchObject({ retryAfterSeconds: 25 });
  expect(sent).toHaveLength(3);
  const hasty = answeredWith({ waitSecondsMax: 10 }, busy());
  await expect(hasty.client.caller.get()).rejects.toMatchObject({ status: 429 });
});

test("each wait is told before it begins: for how long, after which try, and why", async () => {
  const told: Waiting[] = [];
  const { client, sent } = answeredWith(
    { firstWaitSeconds: 0, onWait: (waiting) => told.push(waiting) },
    problem(429, "rate_limited", { "retry-after": "7" }),
    problem(503, "overloaded", { "retry-after": "2" }),
    json({}),
  );
  const call = client.seats.preview({ venue: "harbour", seat: "107/K/9" });
  await vi.advanceTimersByTimeAsync(6999);
  expect([sent.length, told.length]).toEqual([1, 1]);
  await settle(call);
  expect(told).toMatchObject([
    { method: "GET", path: "/seats/preview", attempt: 1, seconds: 7, problem: { status: 429, code: "rate_limited" } },
    { method: "GET", path: "/seats/preview", attempt: 2, seconds: 2, problem: { status: 503, code: "overloaded" } },
  ]);
});

test("what onWait throws ends the call", async () => {
  const stop = new Error("enough");
  const onWait = () => {
    throw stop;
  };
  const { client, sent } = answeredWith({ onWait }, problem(429, "rate_limited"));
  await expect(settle(client.caller.get())).rejects.toBe(stop);
  expect(sent).toHaveLength(1);
});

test("a PATCH is sent again only if the first can have done nothing", async () => {
  const change = (client: Client) => settle(client.keys.update("key_1", { label: "b" }, { ifMatch: '"1"' }));
  for (const refused of [failed("ECONNREFUSED"), problem(429, "rate_limited"), problem(503, "unavailable")]) {
    const { client, sent } = answered(refused, record(2));
    expect((await change(client)).etag).toBe('"2"');
    expect(sent).toHaveLength(2);
    expect(sent[1]!.headers).toMatchObject({ "If-Match": '"1"' });
  }
  for (const unclear of [
    failed("ECONNRESET"),
    new TypeError("Failed to fetch"),
    new Response("Busy", { status: 503 }),
  ]) {
    const { client, sent } = answered(unclear);
    await expect(change(client)).rejects.toBeInstanceOf(Problem);
    expect(sent).toHaveLength(1);
  }
});

test("a POST that only reads is sent again after a lost answer", async () => {
  const found = new Response(JSON.stringify({ results: [] }), { headers: { "Content-Type": "application/json" } });
  const { client, sent } = answered(failed("ECONNRESET"), new Response("Busy", { status: 503 }), found);
  await settle(client.seats.resolve({ venue: "harbour", labels: ["107/K/9"] }));
  expect(sent.map(({ method }) => method)).toEqual(["POST", "POST", "POST"]);
});

test("a POST without an Idempotency-Key is sent once", async () => {
  const { client, sent } = answered(failed("ECONNREFUSED"));
  await expect(settle(client.sessions.renew("ses_1"))).rejects.toMatchObject({ code: "unreachable" });
  expect(sent).toHaveLength(1);
});

test("a venue that was read is sent back as it is, and its ETag is no member of it", async () => {
  const read = { venueId: "ven_1", tenantId: "ten_1", name: "Hall", seatCount: 4, updatedAt: "2026-01-02T00:00:00Z" };
  const { client, sent } = answered(record(1, read), record(2, read));
  const venue = await client.venues.get("ven_1");
  venue.name = "New hall";
  await client.venues.replace(venue.venueId, venue, { ifMatch: venue.etag });
  expect(JSON.parse(sent[1]!.body as string)).toEqual({ version: 1, ...read, name: "New hall" });
  expect(sent[1]!.headers["If-Match"]).toBe('"1"');
});

test("edit writes with the ETag that it read, and reads again only if the version has moved", async () => {
  const { client, sent } = answered(
    record(1, { label: "a" }),
    problem(412, "precondition_failed"),
    record(2, { label: "b" }),
    record(3),
  );
  const seen: string[] = [];
  const edited = await client.keys.edit("key_1", (key) => {
    seen.push(key.label);
    return { label: `${key.label}!` };
  });
  expect(edited.etag).toBe('"3"');
  expect(seen).toEqual(["a", "b"]);
  expect(sent.map(({ method, headers }) => [method, headers["If-Match"]])).toEqual([
    ["GET", undefined],
    ["PATCH", '"1"'],
    ["GET", undefined],
    ["PATCH", '"2"'],
  ]);

  const stuck = answered(record(1), problem(412, "precondition_failed"), record(1));
  await expect(stuck.client.keys.edit("key_1", () => ({ label: "c" }))).rejects.toMatchObject({ status: 412 });
  const nothing = answered(record(1));
  expect((await nothing.client.keys.edit("key_1", () => null)).etag).toBe('"1"');
});

test("edit takes the 409 of a key that has changed for what it is", async () => {
  const moved = answered(record(1), problem(409, "conflict"), record(2), record(3));
  expect((await moved.client.keys.edit("key_1", () => ({ label: "c" }))).etag).toBe('"3"');
  // A revoked key is a conflict too, which no repeat mends.
  const revoked = answered(record(1), problem(409, "conflict"), record(1));
  await expect(revoked.client.keys.edit("key_1", () => ({ label: "c" }))).rejects.toMatchObject({ status: 409 });
});

test("what creates something carries one Idempotency-Key in all of its repeats, and a fresh one in each call", async () => {
  const lost = [failed("ECONNRESET"), problem(409, "request_in_progress"), json({ keyId: "key_1" }, 201)];
  const { client, sent } = answered(...lost, json({ keyId: "key_2" }, 201), problem(409, "request_in_progress"));
  await settle(client.keys.create({ label: "Shop" }));
  await client.keys.rotate("key_1", {}, { idempotencyKey: "mine" });
  const [first, second, third, own] = sent.map(({ headers }) => headers["Idempotency-Key"]);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect([second, third]).toEqual([first, first]);
  expect(own).toBe("mine");
  // Somebody else's request is in progress: that is for the caller to know.
  await expect(client.grants.put("ven_1", "ten_1")).rejects.toMatchObject({ code: "request_in_progress" });
});

test("edit gives up after five repeats", async () => {
  const moving = Array.from({ length: 6 }, (_, at) => [record(at), problem(412, "precondition_failed")]).flat();
  const { client, sent } = answered(...moving);
  await expect(client.tenants.edit("ten_1", () => ({ name: "c" }))).rejects.toMatchObject({ status: 412 });
  expect(sent.filter(({ method }) => method === "PATCH")).toHaveLength(6);
});

test("edit of a venue sends the members that can be replaced, and none of the others", async () => {
  const { client, sent } = answered(
    record(1, { venueId: "ven_1", name: "Hall", aliases: [], seatCount: 9 }),
    record(2),
  );
  await client.venues.edit("ven_1", () => ({ timezone: "Europe/Berlin" }));
  expect(JSON.parse(sent[1]!.body as string)).toEqual({ name: "Hall", aliases: [], timezone: "Europe/Berlin" });
});

test("a call that takes too long fails, is sent again if that is safe, and stops when its signal says so", async () => {
  const never = ({ signal }: RequestInit) =>
    new Promise<Response>((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason)));
  const { client, sent } = answered(never, json({ kind: "secret" }), never, never);
  expect(await settle(client.caller.get({ timeoutMs: 50 }))).toEqual({ kind: "secret" });
  expect(sent).toHaveLength(2);
  const late = client.sessions.renew("ses_1", {}, { timeoutMs: 50 });
  await expect(settle(late)).rejects.toMatchObject({ status: 0, code: "timeout" });
  const control = new AbortController();
  const stopped = client.caller.get({ signal: control.signal });
  await vi.advanceTimersByTimeAsync(1);
  control.abort();
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  await expect(client.caller.get({ signal: control.signal })).rejects.toMatchObject({ name: "AbortError" });
  expect(sent).toHaveLength(4);
});

test("an upload tells its progress, and a stream is sent once", async () => {
  const read = async ({ body }: RequestInit) =>
    json({ bytes: (await new Response(body as BodyInit).arrayBuffer()).byteLength });
  const { client, sent } = answered(read, failed("ECONNRESET"));
  const told: unknown[] = [];
  const image = new Blob([new Uint8Array(70_000)], { type: "image/png" });
  const uploaded = await client.imagery.put("ven_1", "north/row a.png", image, { onProgress: (now) => told.push(now) });
  expect(uploaded).toEqual({ bytes: 70_000 });
  expect(told.at(-1)).toEqual({ sentBytes: 70_000, totalBytes: 70_000 });
  expect(sent[0]!.address).toBe(`${SERVICE}/v1/manage/venues/ven_1/imagery/north/row%20a.png`);
  expect(sent[0]!.headers).toMatchObject({ "Content-Type": "image/png", "Content-Length": "70000" });
  const stream = new Blob(["x"]).stream();
  await expect(settle(client.imagery.put("ven_1", "a.jpg", stream))).rejects.toMatchObject({ code: "unreachable" });
  expect(sent).toHaveLength(2);
  expect(sent[1]!.headers).toMatchObject({ "Content-Type": "application/octet-stream" });
});

test("an id that would lead to another address is refused before anything is sent", () => {
  const { client, sent } = answered();
  for (const id of ["", ".", ".."]) expect(() => client.keys.get(id)).toThrow(TypeError);
  expect(() => client.imagery.delete("ven_1", "a/../b")).toThrow(TypeError);
  expect(sent).toHaveLength(0);
});

test("the address of the service is checked, and the environment can give it", async () => {
  for (const service of [
    "seats.example",
    "ftp://seats.example",
    "https://a@seats.example",
    "https://seats.example?x=1",
    "",
  ])
    expect(() => new Client({ service }), service).toThrow(TypeError);
  vi.stubEnv("SEATPREVIEW_URL", `${SERVICE}/v1/`);
  expect(() => Client.fromEnv()).toThrow(/SEATPREVIEW_KEY/);
  vi.stubEnv("SEATPREVIEW_KEY", KEY);
  const addresses: string[] = [];
  await Client.fromEnv({ fetch: async (address) => json(addresses.push(address)) }).caller.get();
  expect(addresses).toEqual([`${SERVICE}/v1/caller`]);
  vi.unstubAllEnvs();
});

test("the key may come from a function, and a page may name its key instead", async () => {
  const keys = [KEY, null];
  const headers: unknown[] = [];
  const fetch = async (_: string, request: RequestInit) => json(headers.push(request.headers));
  const client = new Client({ service: SERVICE, keyId: "key_1", key: async () => keys.shift() ?? null, fetch });
  await client.caller.get();
  await client.caller.get();
  expect(headers).toEqual([{ Authorization: `Bearer ${KEY}`, "X-Key-Id": "key_1" }, { "X-Key-Id": "key_1" }]);
});
