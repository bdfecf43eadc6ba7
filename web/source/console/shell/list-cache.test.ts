import { beforeEach, expect, test } from "vitest";
import { cachedList, forgetCachedLists } from "./list-cache";

beforeEach(forgetCachedLists);

test("a list is fetched once in a minute, and again after a change", async () => {
  let count = 0;
  const fetch = () => Promise.resolve(++count);
  expect(await cachedList("venues", fetch, 0)).toBe(1);
  expect(await cachedList("venues", fetch, 59_999)).toBe(1);
  expect(await cachedList("keys", fetch, 59_999)).toBe(2);
  expect(await cachedList("venues", fetch, 60_000)).toBe(3);
  forgetCachedLists();
  expect(await cachedList("venues", fetch, 60_001)).toBe(4);
});

test("a list that could not be fetched is fetched again", async () => {
  await expect(cachedList("venues", () => Promise.reject(new Error("offline")), 0)).rejects.toThrow("offline");
  expect(await cachedList("venues", () => Promise.resolve(1), 1)).toBe(1);
});

test("the number of kept lists is bounded", async () => {
  let count = 0;
  for (let at = 0; at < 50; at++) await cachedList(`list ${at}`, () => Promise.resolve(++count), 0);
  await cachedList("list 0", () => Promise.resolve(++count), 0);
  expect(count).toBe(51);
});
