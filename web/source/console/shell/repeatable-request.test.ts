import { Problem } from "@seatpreview/client";
import { expect, test } from "vitest";

import { RepeatableRequest } from "./repeatable-request";

const BODY = { label: "Shop" };

/** Sends the same request twice, the first time with this problem, and returns the two values. */
async function valuesAfter(problem: unknown, second: unknown = BODY): Promise<[string, string]> {
  const request = new RepeatableRequest();
  const values: string[] = [];
  const send = (body: unknown, refusal: unknown) =>
    request.send(body, ({ idempotencyKey }) => {
      values.push(idempotencyKey);
      return refusal === null ? Promise.resolve() : Promise.reject(refusal);
    });
  await send(BODY, problem).catch(() => undefined);
  await send(second, null);
  const [first, again] = values;
  return [first!, again!];
}

test.each([
  ["no answer", new Problem(0, "unreachable", "")],
  ["a failure", new Problem(500, "internal", "")],
  ["an unavailable service", new Problem(503, "unavailable", "")],
  ["a request that is in progress", new Problem(409, "request_in_progress", "")],
  ["too many requests", new Problem(429, "rate_limited", "")],
  ["something unexpected", new TypeError("x")],
])("after %s, the same request is a repeat", async (_name, problem) => {
  const [first, again] = await valuesAfter(problem);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(again).toBe(first);
});

test.each([
  ["a success", null],
  ["a refusal", new Problem(400, "validation_failed", "")],
  ["a conflict", new Problem(409, "conflict", "")],
])("after %s, the same contents are another request", async (_name, problem) => {
  const [first, again] = await valuesAfter(problem);
  expect(again).not.toBe(first);
});

test("other contents are another request", async () => {
  const [first, again] = await valuesAfter(new Problem(0, "unreachable", ""), { label: "Other" });
  expect(again).not.toBe(first);
});

test("two clicks before the first answer send one value", async () => {
  const request = new RepeatableRequest();
  const values: string[] = [];
  const make = async ({ idempotencyKey }: { idempotencyKey: string }) => values.push(idempotencyKey);
  await Promise.all([request.send(BODY, make), request.send(BODY, make)]);
  expect(new Set(values).size).toBe(1);
});
