import { expect, test } from "vitest";
import { assumptionText, partlyAssumed } from "./assumption-texts";

const FOUND = [
  { code: "unplaced_sections", count: 3 },
  { code: "assumed_heights", count: 2 },
] as const;

test("assumptions become sentences in the language of the locale", () => {
  expect(assumptionText(FOUND, "en-US")).toBe(
    "Drawn without 3 sections whose place is not known. Heights are not known: all seats are drawn on the floor.",
  );
  expect(assumptionText(FOUND, "de")).toContain("Gezeichnet ohne 3 Blöcke");
  expect(assumptionText([{ code: "unplaced_sections", count: 1 }], "pt-BR")).toContain("um setor");
});

test("what the description says is not said again", () => {
  expect(assumptionText([{ code: "usual_heights", count: 1 }, ...FOUND], "en")).toBe(assumptionText(FOUND, "en"));
  expect(assumptionText([{ code: "assumed_scale", count: 1 }], "en")).toBe("");
});

test("a language without texts falls back to English", () => {
  expect(assumptionText(FOUND, "ja")).toBe(assumptionText(FOUND, "en"));
  expect(partlyAssumed("ja")).toBe("partly assumed");
});
