// Tests of the client's requests and of how it reads responses.
import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem, Client } from "./client";

function answering(response: () => Response) {
  const fetching = vi.fn(async (_address: string, _request: RequestInit) => response());
  vi.stubGlobal("fetch", fetching);
  return fetching;
}

afterEach(() => vi.unstubAllGlobals());

test("a request carries the key, the query and the version that it expects", async () => {
  const fetching = answering(() => new Response('{"a":1}', { headers: { etag: '"2"' } }));
  const api = new Client({ bearer: () => "sk_live_x" });
  const query = { limit: 5, label: null, kind: undefined, venue: ["a", "b"] };
  const answer = await api.patch<{ a: number }>("/manage/keys", { query, body: { label: "b" }, ifMatch: '"1"' });
  const [address, request] = fetching.mock.calls[0]!;
  expect(address).toBe("/v1/manage/keys?limit=5&venue=a&venue=b");
  expect(request.headers).toEqual({
    Authorization: "Bearer sk_live_x",
    "If-Match": '"1"',
    "Content-Type": "application/json",
  });
  expect(request.body).toBe('{"label":"b"}');
  expect(answer).toMatchObject({ data: { a: 1 }, etag: '"2"', status: 200 });
});

test("an answer without a body has no data", async () => {
  answering(() => new Response(null, { status: 204 }));
  expect((await new Client().delete("/sessions/ses_1")).data).toBeUndefined();
});

test("a problem is thrown with its code, its sentence and its faults", async () => {
  const body = {
    code: "validation_failed",
    detail: "Two faults.",
    requestId: "r1",
    errors: [{ pointer: "/a/b", detail: "no" }],
  };
  answering(() => new Response(JSON.stringify(body), { status: 400, headers: { "retry-after": "3" } }));
  const problem = await new Client().get("/venues").catch((failure: unknown) => failure);
  expect(problem).toBeInstanceOf(ApiProblem);
  expect(problem).toMatchObject({
    status: 400,
    code: "validation_failed",
    message: "Two faults.",
    requestId: "r1",
    retryAfterSeconds: 3,
  });
  expect((problem as ApiProblem).faultsAt("/a")).toHaveLength(1);
  expect((problem as ApiProblem).faultsAt("/ab")).toHaveLength(0);
});

test("a proxy's page and no answer at all are sentences too", async () => {
  answering(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await expect(new Client().get("/caller")).rejects.toMatchObject({ status: 502, code: "unexpected" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const sentence = { unreachable: () => "Nobody there." };
  await expect(new Client(sentence).get("/caller")).rejects.toMatchObject({
    code: "unreachable",
    message: "Nobody there.",
  });
});
