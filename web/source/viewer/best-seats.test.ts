import { expect, test } from "vitest";
import { messages } from "../languages/generated/viewer/en";
import { reasonsOf } from "./best-seats";
import type { BestGroup } from "./session";

test.each([
  [1, [], ["8 m away", "straight in front", "nothing in the way"]],
  [0.95, [], ["8 m away", "straight in front", "in view 95%"]],
  [null, [], ["8 m away", "straight in front"]],
  [null, ["pillar"], ["8 m away", "straight in front"]],
])("of which the share %s is in view, with %s in the line: %s", (visibleShare, obstructions, words) => {
  const reasons = { distanceM: 8, sideAngleDeg: 2, visibleShare, obstructions };
  expect(reasonsOf({ reasons } as unknown as BestGroup, messages, "en")).toEqual(words);
});
