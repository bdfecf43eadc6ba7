import { expect, test } from "vitest";
import { messages as GERMAN } from "../languages/generated/viewer/de";
import { messages as ENGLISH } from "../languages/generated/viewer/en";
import { assumptionText } from "./assumption-texts";

const FOUND = [
  { code: "unplaced_sections", count: 3 },
  { code: "assumed_heights", count: 2 },
] as const;

test("assumptions become sentences", () => {
  expect(assumptionText(FOUND, ENGLISH)).toBe(
    "Drawn without 3 sections whose place is not known. Heights are not known: all seats are drawn on the floor.",
  );
  expect(assumptionText([{ code: "unplaced_sections", count: 1 }], GERMAN)).toContain("einen Block");
});

test("what the description says is not said again", () => {
  expect(assumptionText([{ code: "usual_heights", count: 1 }, ...FOUND], ENGLISH)).toBe(assumptionText(FOUND, ENGLISH));
  expect(assumptionText([{ code: "assumed_scale", count: 1 }], ENGLISH)).toBe("");
});
