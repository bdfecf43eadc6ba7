// Tests of neighbours by position.
import { expect, test } from "vitest";
import { planFromRecord } from "../layouts/layout-reader";
import { idsOfKey, keyOfIds } from "./plan";
import { allSeats } from "./positions";
import { neighbourOf, seatTitle, type Way } from "./seat-neighbours";

/** Two blocks side by side, an aisle of 1.6 m between them, and a third one behind a cross aisle. All face north. */
const plan = planFromRecord({
  rules: {
    layout: {
      sections: [
        block("L", { shiftM: -4.3 }),
        block("R", { shiftM: 1.3 }),
        { ...block("Back", { distanceM: 16 }), name: "Back stalls" },
        { ...block("Circle", { distanceM: 14, elevationM: 5 }), seats: { count: 3 } },
      ],
      configurations: [{ id: "small", closed: ["R"] }],
    },
  },
});
const seats = allSeats(plan);

function block(id: string, geometry: object) {
  const place = { bearingDeg: 180, distanceM: 10, treadM: 0.9, riserM: 0.1, spacingM: 0.5, ...geometry };
  return { id, rows: { first: "A", last: "D" }, seats: { count: 8 }, geometry: place };
}

test.each<[string, Way, string | null]>([
  ["L/B/4", "left", "L/B/3"],
  ["L/B/4", "right", "L/B/5"],
  ["L/B/4", "front", "L/A/4"],
  ["L/B/4", "behind", "L/C/4"],
  // Across the aisle, and back.
  ["L/B/8", "right", "R/B/1"],
  ["R/B/1", "left", "L/B/8"],
  // Across the cross aisle, and not to the circle above.
  ["L/D/8", "behind", "Back/A/1"],
  ["Back/A/1", "front", "L/D/8"],
  // The ends of the hall.
  ["L/B/1", "left", null],
  ["R/B/8", "right", null],
  ["L/A/4", "front", null],
  ["Back/D/4", "behind", null],
])("from %s, %s: %s", (from, way, to) => {
  const found = neighbourOf(plan, seats, idsOfKey(from), way);
  expect(found === null ? null : keyOfIds(found)).toBe(to);
});

test("a seat is called what people call it", () => {
  expect(seatTitle(plan, idsOfKey("Back/C/7"))).toBe("Back stalls · row C · seat 7");
});
