import { expect, test } from "vitest";
import CROWD from "../../../tests/layouts/shared/crowds.json";
import { crowdSpots } from "./crowd-spots";
import type { Point2 } from "./row-lines";
import { isInside } from "./venue-measures";

test("people stand where the service computes with them", () => {
  const area = CROWD.area as unknown as Point2[];
  const spots = crowdSpots(area, CROWD.capacity).filter((spot) => isInside(area, spot));
  expect(spots.length).toBe(CROWD.spots.length);
  spots.forEach(([x, y], index) => {
    expect(x).toBeCloseTo(CROWD.spots[index]![0]!, 3);
    expect(y).toBeCloseTo(CROWD.spots[index]![1]!, 3);
  });
});
