// Tests of following changes: everything in order, also across lost connections.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Client } from "./index.js";

type Answer = Response | Error | ((request: RequestInit) => Promise<Response>);

/** The changes of a client whose requests are answered one after the other, and what they ask for. */
function answered(...answers: Answer[]) {
  const asked: URLSearchParams[] = [];
  const fetch = async (address: string, request: RequestInit) => {
    asked.push(new URL(address).searchParams);
    const answer = answers.shift();
    if (answer === undefined) throw new Error("The test expects no further request.");
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : answer(request);
  };
  const client = new Client({ service: "https://seats.example", key: "sk_live_1", retries: { repeats: 1 }, fetch });
  return { changes: client.changes, asked };
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const problem = (status: number, code: string) => json({ code, detail: "No.", status }, status);
const page = (next: string, ...numbers: number[]) => json({ data: numbers.map((n) => ({ n })), next });
const lost = () => new TypeError("fetch failed");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets a call go through all of its waits. */
async function settle<T>(call: Promise<T>): Promise<T> {
  call.catch(() => {});
  await vi.runAllTimersAsync();
  return call;
}

test("a follower goes on where it was however often the connection is lost", async () => {
  const first = [page("5-a"), lost(), lost(), problem(429, "rate_limited"), page("7-b", 6, 7)];
  const later = [problem(503, "overloaded"), page("7-b"), page("9-c", 8)];
  const { changes, asked } = answered(...first, ...later);
  const follower = changes.follow({ types: ["key.created", "key.revoked"] });
  const found: number[] = [];
  const following = (async () => {
    for await (const change of follower) if (found.push(change.n) === 3) break;
  })();
  await settle(following);
  expect(found).toEqual([6, 7, 8]);
  // The last page may not have been handled yet.
  expect(follower.position).toBe("7-b");
  expect(asked.map((query) => query.get("after"))).toEqual(["now", ...Array(4).fill("5-a"), ...Array(3).fill("7-b")]);
  // The position of the end comes at once, and every other request waits.
  expect(asked.map((query) => query.get("waitSeconds"))).toEqual(["0", ...Array(7).fill("20")]);
  expect(asked[0]!.get("types")).toBe("key.created,key.revoked");
});

test("a follower is told of a restart, and ends with a refusal or its signal", async () => {
  const restarted = json({ data: [{ n: 1 }], next: "2-x", restarted: true });
  const { changes } = answered(restarted, problem(401, "key_revoked"));
  const onRestart = vi.fn();
  const found: number[] = [];
  const following = (async () => {
    for await (const change of changes.follow({ after: "9-lost" }, { onRestart })) found.push(change.n);
  })();
  await expect(settle(following)).rejects.toMatchObject({ status: 401 });
  expect(onRestart).toHaveBeenCalledOnce();
  expect(found).toEqual([1]);

  const control = new AbortController();
  const { changes: waiting } = answered(
    (request) =>
      new Promise((_, reject) => {
        request.signal!.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        control.abort(new Error("enough"));
      }),
  );
  const ended = (async () => {
    for await (const _ of waiting.follow({}, { signal: control.signal }));
  })();
  await expect(settle(ended)).rejects.toThrow("enough");
});
