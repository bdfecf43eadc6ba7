// Tests of the direction that a map follows.
import { expect, test } from "vitest";
import { ViewDirection } from "./view-direction";

test("a listener hears where the view looks now, and each change once", () => {
  const heard: (number | null)[] = [];
  const view = new ViewDirection();
  view.set({ bearingDeg: 10, fovDeg: 75 });
  const end = view.listen((direction) => heard.push(direction?.bearingDeg ?? null));
  view.set({ bearingDeg: 10, fovDeg: 75 });
  view.set({ bearingDeg: 20, fovDeg: 75 });
  view.set(null);
  end();
  view.set({ bearingDeg: 30, fovDeg: 75 });
  expect(heard).toEqual([10, 20, null]);
});
