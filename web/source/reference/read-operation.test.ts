import { expect, test } from "vitest";

import { readAt } from "./read-operation";

const ARTICLES = [
  { id: "listKeys", top: -900 },
  { id: "createKey", top: 200 },
  { id: "getKey", top: 1400 },
];

test("the last article that begins above the line is the one that is read", () => {
  expect(readAt(ARTICLES, 199)).toBe("listKeys");
  expect(readAt(ARTICLES, 200)).toBe("createKey");
});

test("nothing is read yet above the first article, and on a page without any", () => {
  expect(readAt(ARTICLES, -901)).toBe("");
  expect(readAt([], 200)).toBe("");
});
