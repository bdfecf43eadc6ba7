// Tests of what a session lets the buyer do, and of the keys for that.
import { expect, test } from "vitest";
import { messages } from "../languages/generated/viewer/en";
import { type Action, hasAction, SHORTCUTS } from "./keyboard-shortcuts";
import { comparedSeat } from "./use-comparison";
import { viewerActions } from "./viewer-actions";

const NAMES = ["left", "right", "inFront", "behind", "back", "compare", "other", "find", "map", "kind", "fullScreen"];
const ALL = Object.fromEntries([...NAMES, "help"].map((name) => [name, () => {}])) as Record<Action, () => void>;

/** The first key of each line of the help. */
function keysOf(ownSeats: string[]): string[] {
  const actions = viewerActions(ownSeats, ALL);
  return SHORTCUTS.filter((keys) => hasAction(keys, actions)).map((keys) => keys.charAt(0));
}

test("a session that is not limited offers everything", () => {
  expect(viewerActions([], ALL)).toEqual(ALL);
  expect(keysOf([])).toHaveLength(SHORTCUTS.length);
  expect([...SHORTCUTS].sort()).toEqual(Object.keys(messages.shortcuts).sort());
});

test("a session of several seats offers no search, and one of a single seat no moves either", () => {
  expect(keysOf(["101/B/4", "101/B/5"])).toEqual(["←", "+", "A", "W", "B", "C", "X", "P", "F", "?"]);
  expect(keysOf(["101/B/4"])).toEqual(["←", "+", "P", "F", "?"]);
});

test("a comparison starts with another seat of the session, the row behind, or a seat beside", () => {
  const neighbours = { left: "1/B/3", right: null, inFront: "1/A/4", behind: "1/C/4" };
  const preview = { seat: { key: "1/B/4" }, neighbours };
  expect(comparedSeat(preview, ["1/B/4", "2/A/1"])).toBe("2/A/1");
  expect(comparedSeat(preview, [])).toBe("1/C/4");
  expect(comparedSeat({ ...preview, neighbours: { ...neighbours, behind: null } }, [])).toBe("1/A/4");
  expect(comparedSeat({ ...preview, neighbours: { ...neighbours, behind: null, inFront: null } }, [])).toBe("1/B/3");
  expect(comparedSeat({ ...preview, neighbours: { left: null, right: null, inFront: null, behind: null } }, [])).toBe(
    "1/B/4",
  );
});
