// Tests of the key in the viewer's path.
import { expect, test } from "vitest";
import { keyIdOfPath } from "./viewer-path";

test("the key is what follows /viewer/, and another path names none that a token could have", () => {
  expect(keyIdOfPath("/viewer/key_6RtY1pWq9ZxC")).toBe("key_6RtY1pWq9ZxC");
  expect(keyIdOfPath("/viewer/")).toBe("");
  expect(keyIdOfPath("/elsewhere.html")).toBe("/elsewhere.html");
});
