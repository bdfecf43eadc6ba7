import { expect, test } from "vitest";
import { CLOTHES } from "./people";

test("no shirt has the colour of skin", () => {
  for (const [red, green, blue] of CLOTHES) {
    const isWarm = red > green && green > blue;
    expect(isWarm && red - blue > 0.06).toBe(false);
  }
  expect(CLOTHES.length).toBeGreaterThan(11);
});
