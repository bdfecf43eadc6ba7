// Tests of the shop's colour.
import { expect, test } from "vitest";
import { readableOn } from "./accent";

test("text on the shop's colour is black or white, whichever is easier to read", () => {
  for (const dark of ["#000000", "#0c5f73", "#b02a20", "#1a6fd4"]) expect(readableOn(dark)).toBe("#ffffff");
  for (const light of ["#ffffff", "#ffd400", "#74c6d8", "#FF8A00"]) expect(readableOn(light)).toBe("#000000");
});
