// Tests of what the host page, the screen reader and the title say about a view.
import { expect, test } from "vitest";
import { messages } from "../languages/generated/viewer/en";
import { titleOf } from "./page-title";
import { shownAnnouncement, shownMessage } from "./shown-message";
import type { Preview } from "./types";

const ids = (seat: string) => ({
  key: `103/B/${seat}`,
  section: "103",
  row: "B",
  seat,
  sectionName: "Section 103",
  level: "seat",
});
const PREVIEW = {
  seat: ids("2"),
  venue: { name: "Harbour Arena" },
  description: "The photo shows the stage.",
  drawing: { description: "From row B, seat 2." },
  provenance: {
    source: "photo",
    camera: { key: "102/A/1", sectionName: "102", isHere: false, isExact: true, distanceM: 8.7 },
  },
} as unknown as Preview;
const TEXTS = { locale: "en", messages } as const;

test("the page hears which seat is shown, and a description of what is shown", () => {
  expect(shownMessage(PREVIEW, "103/B/2", "picture")).toEqual({
    ...{ event: "seat", seat: "103/B/2", description: "The photo shows the stage.", medium: "picture" },
  });
  expect(shownMessage(PREVIEW, "103/B/2", "drawing")).toMatchObject({
    ...{ description: "From row B, seat 2.", medium: "drawing" },
  });
});

test("several seats are one message, which names the first, all of them, and their label", () => {
  const pair = { ...PREVIEW, seats: [ids("2"), ids("3")] } as unknown as Preview;
  expect(shownMessage(pair, "103 B 2-3", "picture")).toMatchObject({
    ...{ seat: "103/B/2", seats: ["103/B/2", "103/B/3"], label: "103 B 2-3" },
  });
});

test("a new seat is announced by its description, and another medium by its name", () => {
  expect(shownAnnouncement(PREVIEW, true, "drawing", TEXTS)).toBe("From row B, seat 2.");
  expect(shownAnnouncement(PREVIEW, false, "picture", TEXTS)).toBe(
    "Now shown: Photo from section 102, row A, 8.7 m away",
  );
  expect(shownAnnouncement(PREVIEW, false, "drawing", TEXTS)).toBe("Now shown: Drawing from this seat");
});

test("the title names the seat and the venue", () => {
  expect(titleOf({ preview: PREVIEW }, messages)).toBe("Section 103, Row B, Seat 2 - Harbour Arena");
  expect(titleOf({ preview: null }, messages)).toBe("View from the seat");
});
