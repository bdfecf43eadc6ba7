// Tests of the texts about a preview.
import { expect, test } from "vitest";
import { chooseLocale, MESSAGES } from "./messages";
import { factsOf, metres, provenanceText, seatText } from "./preview-text";
import type { Preview } from "./types";

const PREVIEW = {
  seat: { key: "107/K/9", section: "107", row: "K", seat: "9", level: "seat", sectionName: "Section 107" },
  imagery: null,
  provenance: { source: "panorama", match: "row", borrowedFrom: "107/C", distanceM: 4 },
  sightline: {
    distanceM: 31.8,
    elevationM: 2.2,
    cValueMm: 276,
    obstructions: [{ id: "p", name: null, kind: "pillar" }],
  },
} as unknown as Preview;

function provenance(changes: Partial<Preview["provenance"]>, locale: "en" | "de" = "en"): string {
  const preview = { ...PREVIEW, provenance: { ...PREVIEW.provenance, ...changes } };
  return provenanceText(preview, MESSAGES[locale], locale, false);
}

test("the place is named from its section to its seat", () => {
  expect(seatText(PREVIEW, MESSAGES.en)).toBe("Section 107, Row K, Seat 9");
});

test("a picture says what it is, from where, and how far away", () => {
  expect(provenance({})).toBe("Panorama from row C, 4 m away");
  expect(provenance({}, "de")).toBe("Panorama aus Reihe C, 4 m entfernt");
  expect(provenance({ borrowedFrom: "104/C/7", distanceM: 12.4 })).toBe(
    "Panorama from section 104, row C, seat 7, 12 m away",
  );
});

test("a picture of the place itself says so, and no distance", () => {
  expect(provenance({ borrowedFrom: null, match: "seat", distanceM: 0 })).toBe("Panorama from this seat");
  expect(provenance({ source: "photo", borrowedFrom: null, match: "venue", distanceM: null })).toBe(
    "Photo of the venue",
  );
});

test("a drawing is called one, also where the buyer chose it", () => {
  expect(provenance({ source: "drawing", match: null, borrowedFrom: null, distanceM: null })).toBe("Drawing");
  expect(provenanceText(PREVIEW, MESSAGES.en, "en", true)).toBe("Drawing");
});

test("facts come in the words and units of the language", () => {
  const [distance, heads, obstructions] = factsOf(PREVIEW, MESSAGES.de, "de");
  expect(distance).toEqual({ name: "Entfernung", value: "32 m", note: "2,2 m unter Augenhöhe" });
  expect(heads?.value).toBe("Frei");
  expect(obstructions?.value).toBe("Pfeiler");
});

test("without geometry there are no facts", () => {
  const sightline = { distanceM: null, elevationM: null, cValueMm: null, obstructions: [] };
  expect(factsOf({ ...PREVIEW, sightline }, MESSAGES.en, "en")).toEqual([]);
});

test("short distances have a digit behind the point, and long ones none", () => {
  expect(metres(4.25, "de")).toBe("4,3 m");
  expect(metres(104.2, "en")).toBe("104 m");
});

test("the first language that the viewer speaks is spoken", () => {
  expect(chooseLocale(null, "fr-FR", "de-AT", "en")).toBe("de");
  expect(chooseLocale("fr")).toBe("en");
});
