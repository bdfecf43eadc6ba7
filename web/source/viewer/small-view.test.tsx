// Tests of small views: which picture they show, and that it says from where it is.
import { expect, test } from "vitest";
import { messages } from "../languages/generated/viewer/en";
import { show } from "../testing/page";
import { SmallView } from "./small-view";
import type { Preview } from "./types";

const PLAN = { obstructions: [], focus: { x: 0, y: 0, z: 0, name: null, extent: null }, sections: [] };
const IMAGERY = { kind: "photo", previewUrl: "/photo.webp" };
const HERE = { key: "107/K/9", isHere: true, isExact: true, distanceM: 0 };
const ROW_BEHIND = { key: "107/L/9", sectionName: null, isHere: false, isExact: true, distanceM: 0.9 };
const STILL = { url: "/large.webp", previewUrl: "/still.webp", from: null };

test.each([
  ["the photo of the seat", IMAGERY, HERE, null, "photo.webp", ""],
  ["the photo from another row", IMAGERY, ROW_BEHIND, STILL, "photo.webp", "Photo from row L, 0.9 m away"],
  ["the still of the seat, without an image", null, null, STILL, "still.webp", ""],
  ["the still of its row", null, null, { ...STILL, from: "107/K/4" }, "still.webp", "Drawing from row K, seat 4"],
  ["the still, not another seat's drawing", { ...IMAGERY, kind: "rendered" }, ROW_BEHIND, STILL, "still.webp", ""],
  ["the map, without either", null, null, null, null, ""],
])("a small view shows %s", (_, imagery, camera, still, file, text) => {
  show(<SmallView preview={previewOf(imagery, camera, still)} plan={PLAN as never} messages={messages} locale="en" />);
  const picture = document.querySelector<HTMLElement>("span.small-view");
  expect(picture?.style.backgroundImage.includes(file ?? "") ?? null).toBe(file === null ? null : true);
  expect(document.body.textContent).toBe(text);
});

test("a small view says that it is not known yet how much is in view", () => {
  const preview = previewOf(null, null, null);
  const sightline = { ...preview.sightline, state: "pending" } as Preview["sightline"];
  show(<SmallView preview={{ ...preview, sightline }} plan={PLAN as never} messages={messages} locale="en" />);
  expect(document.body.textContent).toBe("In view: being computed");
});

function previewOf(imagery: object | null, camera: object | null, still: object | null): Preview {
  return {
    seat: { key: "107/K/9", section: "107", row: "K", seat: "9", level: "seat", properties: [] },
    imagery,
    drawing: { still },
    provenance: { source: imagery === null ? "drawing" : "photo", camera, distanceM: 0.9 },
    orientation: { yaw: 0, pitch: 0, fov: 75 },
    sightline: { distanceM: null, restriction: null, obstructions: [] },
  } as unknown as Preview;
}
