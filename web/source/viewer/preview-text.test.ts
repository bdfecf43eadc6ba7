// Tests of the texts about a preview.
import { expect, test } from "vitest";
import { seatsOf, viewedSeat } from "../plan/previewed-seats";
import { messages as GERMAN } from "./messages/de";
import { messages as ENGLISH } from "./messages/en";
import { descriptionOf, factsOf, length, listOfSeats, provenanceText, seatText } from "./preview-text";
import type { Preview } from "./types";

const PREVIEW = {
  seat: { key: "107/K/9", section: "107", row: "K", seat: "9", level: "seat", sectionName: "Section 107" },
  imagery: null,
  provenance: { source: "panorama", match: "row", borrowedFrom: "107/C", distanceM: 4 },
  sightline: {
    distanceM: 31.8,
    elevationM: 2.2,
    cValueMm: 276,
    nearestM: 24.6,
    visibleShare: 0.85,
    sideAngleDeg: 12,
    restriction: null,
    obstructions: [
      { id: "people", name: null, kind: "people", hiddenShare: 0.1 },
      { id: "p", name: null, kind: "pillar", hiddenShare: 0.05 },
    ],
  },
} as unknown as Preview;

function provenance(changes: Partial<Preview["provenance"]>, locale: "en" | "de" = "en"): string {
  const preview = { ...PREVIEW, provenance: { ...PREVIEW.provenance, ...changes } };
  return provenanceText(preview, locale === "de" ? GERMAN : ENGLISH, locale, false);
}

test("the place is named from its section to its seat", () => {
  expect(seatText(PREVIEW, ENGLISH)).toBe("Section 107, Row K, Seat 9");
});

function several(...seats: string[]): Preview {
  const places = seats.map((seat) => ({ key: `107/K/${seat}`, section: "107", row: "K", seat }));
  return { ...PREVIEW, seats: places, viewFrom: places[Math.floor((places.length - 1) / 2)]?.key ?? "" };
}

test("several seats are all named, in every language", () => {
  expect(seatText(several("9", "10"), ENGLISH)).toBe("Section 107, Row K, Seats 9 and 10");
  expect(seatText(several("9", "10"), GERMAN)).toBe("Section 107, Reihe K, Plätze 9 und 10");
  expect(seatText(several("1", "2", "3", "4"), GERMAN)).toBe("Section 107, Reihe K, Plätze 1 bis 4");
});

test("seats that do not follow each other are listed one by one", () => {
  expect(listOfSeats(["1", "3", "5"], ENGLISH)).toBe("1, 3 and 5");
  expect(listOfSeats(["3", "2", "1"], ENGLISH)).toBe("3, 2 and 1");
  expect(listOfSeats(["A", "B", "C"], ENGLISH)).toBe("A, B and C");
  expect(listOfSeats(["9"], ENGLISH)).toBe("9");
});

test("of several seats the view is from the one that the service has chosen, and the caption says so", () => {
  const preview = several("8", "9", "10");
  expect(viewedSeat(preview)).toEqual({ section: "107", row: "K", seat: "9" });
  expect(provenanceText(preview, ENGLISH, "en", true)).toBe("Drawing from seat 9");
  const own = { ...preview.provenance, borrowedFrom: null, match: "seat", distanceM: 0 } as const;
  expect(provenanceText({ ...preview, provenance: own }, GERMAN, "de", false)).toBe("Panorama von Platz 9");
});

test("a drawing of a section or a row says which seat it is from", () => {
  const seat = { ...PREVIEW.seat, key: "107", row: null, seat: null, level: "section" as const };
  const whole = { ...PREVIEW, seat, viewFrom: "107/K/9" };
  expect(provenanceText(whole, ENGLISH, "en", true)).toBe("Drawing from row K, seat 9");
  const row = { ...whole, seat: { ...seat, row: "K", level: "row" as const } };
  expect(provenanceText(row, GERMAN, "de", true)).toBe("Zeichnung von Platz 9");
});

test("a seat of a section without rows has no word for rows", () => {
  const seat = { ...PREVIEW.seat, key: "A//3", section: "A", row: null, seat: "3", sectionName: "Box A" };
  const box = { ...PREVIEW, seat, provenance: { ...PREVIEW.provenance, borrowedFrom: "A//2" } };
  expect(seatText(box, ENGLISH)).toBe("Box A, Seat 3");
  expect(provenanceText(box, ENGLISH, "en", false)).toBe("Panorama from seat 2, 4 m away");
  const whole = { ...box, seat: { ...seat, key: "A", seat: null, level: "section" as const }, viewFrom: "A//3" };
  expect(provenanceText(whole, GERMAN, "de", true)).toBe("Zeichnung von Platz 3");
  const elsewhere = { ...PREVIEW, provenance: { ...PREVIEW.provenance, borrowedFrom: "A//2" } };
  expect(provenanceText(elsewhere, ENGLISH, "en", false)).toBe("Panorama from section A, seat 2, 4 m away");
});

test("a preview of one seat is of this seat", () => {
  expect(seatsOf(PREVIEW).map(({ key }) => key)).toEqual(["107/K/9"]);
  expect(viewedSeat(PREVIEW)).toEqual({ section: "107", row: "K", seat: "9" });
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
  expect(provenance({ source: "rendered" })).toBe("Rendering from row C, 4 m away");
  expect(provenance({ source: "photo", borrowedFrom: null, match: "venue", distanceM: null })).toBe(
    "Photo of the venue",
  );
});

test("a drawing is called one, also where the buyer chose it", () => {
  expect(provenance({ source: "drawing", match: null, borrowedFrom: null, distanceM: null })).toBe("Drawing");
  expect(provenanceText(PREVIEW, ENGLISH, "en", true)).toBe("Drawing");
});

test("the description speaks of what is shown", () => {
  const drawing = { orientation: { yaw: 0, pitch: 0, fov: 75 }, description: "drawn" };
  const preview = { ...PREVIEW, description: "a panorama", drawing };
  expect(descriptionOf(preview, false)).toBe("a panorama");
  expect(descriptionOf(preview, true)).toBe("drawn");
  expect(descriptionOf({ ...preview, drawing: null }, true)).toBe("a panorama");
});

test("facts come in the words and units of the language", () => {
  expect(factsOf(PREVIEW, GERMAN, "de")).toEqual([
    { name: "Entfernung", value: "32 m", note: "nächster Rand 25 m, 2,2 m unter Augenhöhe" },
    { name: "Zu sehen", value: "85\u00a0%", note: null },
    { name: "Sicht über die Reihe davor", value: "10\u00a0% verdeckt", note: null },
    { name: "Hindernisse", value: "Personen davor, Säule", note: null },
  ]);
});

function inTheWay(changes: Partial<Preview["sightline"]>): string | undefined {
  const facts = factsOf({ ...PREVIEW, sightline: { ...PREVIEW.sightline, ...changes } }, ENGLISH, "en");
  return facts.find(({ name }) => name === "Obstructions")?.value;
}

test("nothing is in the way only where it is computed that nothing is, and the venue says nothing else", () => {
  const restriction = { source: "owner", reason: "A lamp." } as const;
  expect(inTheWay({ obstructions: [], visibleShare: 0.98 })).toBe("None");
  expect(inTheWay({ obstructions: [], visibleShare: 0.97 })).toBeUndefined();
  expect(inTheWay({ obstructions: [], visibleShare: null })).toBeUndefined();
  expect(inTheWay({ obstructions: [], visibleShare: 1, restriction })).toBeUndefined();
});

test("the row in front is clear only where its people hide nothing", () => {
  const heads = (changes: Partial<Preview["sightline"]>) =>
    factsOf({ ...PREVIEW, sightline: { ...PREVIEW.sightline, ...changes } }, ENGLISH, "en").find(
      ({ name }) => name === "View over the row in front",
    )?.value;
  expect(heads({})).toBe("10% hidden");
  expect(heads({ obstructions: [] })).toBe("Clear");
  expect(heads({ obstructions: [], cValueMm: null })).toBeUndefined();
  expect(heads({ visibleShare: null })).toBeUndefined();
});

test("without geometry there are no facts", () => {
  const sightline = { ...PREVIEW.sightline, distanceM: null, elevationM: null, cValueMm: null, obstructions: [] };
  expect(factsOf({ ...PREVIEW, sightline }, ENGLISH, "en")).toEqual([]);
});

test("short distances have a digit behind the point, and long ones none", () => {
  expect(length(4.25, "de")).toBe("4,3 m");
  expect(length(104.2, "en")).toBe("104 m");
});

test("lengths are in feet for regions that use them", () => {
  expect(length(31.8, "en-US")).toBe("104 ft");
  expect(length(2.2, "de-US")).toBe("7 ft");
});
