// Tests of following changes: everything in order, also across lost connections.
import { expect, test, vi } from "vitest";
import { answered, answeredWith, json, problem, settle, useStillClock } from "./answered-client.js";

const page = (next: string, ...numbers: number[]) => json({ data: numbers.map((n) => ({ n })), next });
const lost = () => new TypeError("fetch failed");

useStillClock();

test("a follower goes on where it was however often the connection is lost", async () => {
  const first = [page("5-a"), lost(), lost(), problem(429, "rate_limited"), page("7-b", 6, 7)];
  const later = [problem(503, "overloaded"), page("7-b"), page("9-c", 8)];
  const { client, sent } = answeredWith({ repeats: 1 }, ...first, ...later);
  const follower = client.changes.follow({ types: ["key.created", "key.revoked"] });
  const found: number[] = [];
  const following = (async () => {
    for await (const change of follower) if (found.push(change.n) === 3) break;
  })();
  await settle(following);
  expect(found).toEqual([6, 7, 8]);
  const asked = sent.map(({ address }) => new URL(address).searchParams);
  // The last page may not have been handled yet.
  expect(follower.position).toBe("7-b");
  expect(asked.map((query) => query.get("after"))).toEqual(["now", ...Array(4).fill("5-a"), ...Array(3).fill("7-b")]);
  // The position of the end comes at once, and every other request waits.
  expect(asked.map((query) => query.get("waitSeconds"))).toEqual(["0", ...Array(7).fill("20")]);
  expect(asked[0]!.get("types")).toBe("key.created,key.revoked");
});

test("a follower is told of a restart, and ends with a refusal or its signal", async () => {
  const restarted = json({ data: [{ n: 1 }], next: "2-x", restarted: true });
  const { client } = answered(restarted, problem(401, "key_revoked"));
  const onRestart = vi.fn();
  const found: number[] = [];
  const following = (async () => {
    for await (const change of client.changes.follow({ after: "9-lost" }, { onRestart })) found.push(change.n);
  })();
  await expect(settle(following)).rejects.toMatchObject({ status: 401 });
  expect(onRestart).toHaveBeenCalledOnce();
  expect(found).toEqual([1]);

  const control = new AbortController();
  const { client: waiting } = answered(
    (request) =>
      new Promise((_, reject) => {
        request.signal!.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        control.abort(new Error("enough"));
      }),
  );
  const ended = (async () => {
    for await (const _ of waiting.changes.follow({}, { signal: control.signal }));
  })();
  await expect(settle(ended)).rejects.toThrow("enough");
});
