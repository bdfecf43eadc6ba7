import { expect, test } from "vitest";
import { Designer } from "../designer";
import { handlesOf } from "./canvas-handles";
import { boundsOfPieces } from "./canvas-scene";
import { CanvasState } from "./canvas-state";
import { viewAt } from "./canvas-view";
import { type PressedPointer, SelectTool } from "./select-tool";

const ROWS = { rows: { first: "A", last: "D" }, seats: { count: 6 } };
const RECORD = {
  rules: {
    layout: {
      sections: [
        { id: "S", name: "Stalls", ...ROWS, geometry: { origin: { x: 0, y: -10 }, facingDeg: 0 } },
        { id: "B", name: "Balcony", ...ROWS, geometry: { origin: { x: 0, y: -11 }, facingDeg: 0, elevationM: 5 } },
      ],
    },
  },
};
/** A seat of the balcony above one of the stalls, and a seat of the stalls alone. */
const [ABOVE, ALONE] = [
  { x: 0.25, y: -10.95 },
  { x: 0.25, y: -10 },
];

function opened() {
  const designer = new Designer(RECORD);
  const state = new CanvasState(designer);
  state.view.set(viewAt({ x: 0, y: -10 }, 20, 800, 600));
  state.isSnapping.set(false);
  const tool = new SelectTool(designer, state);
  const at = (place: { x: number; y: number }, more: Partial<PressedPointer> = {}): PressedPointer => ({
    at: place,
    screen: state.view.value.toScreen(place),
    piece: null,
    seat: null,
    shiftKey: false,
    ctrlKey: false,
    altKey: false,
    pointerType: "mouse",
    pixelsPerM: 20,
    ...more,
  });
  const click = (place: { x: number; y: number }, more: Partial<PressedPointer> = {}) => {
    tool.down(at(place, more));
    tool.up(at(place, more));
  };
  const rules = () => designer.selection.value.map((piece) => (piece.kind === "section" ? piece.rule : piece.kind));
  const origin = () => (designer.record.value as typeof RECORD).rules.layout.sections[0]?.geometry.origin;
  return { designer, state, tool, at, click, rules, origin };
}

test("a click selects what is above, pins its seat, and at the same place again what lies below", () => {
  const { designer, click, rules } = opened();
  const picked = [ABOVE, ABOVE, ABOVE, ALONE].map((place) => {
    click(place);
    return [...rules(), designer.pinned.value?.section, designer.pinned.value?.row];
  });
  expect(picked).toEqual([
    [1, "B", "A"],
    [0, "S", "B"],
    [1, "B", "A"],
    [0, "S", "A"],
  ]);
  click(ABOVE, { shiftKey: true });
  click({ x: -15, y: 0 }, { shiftKey: true });
  click({ x: -15, y: 0 });
  expect(rules()).toEqual([]);
});

test("Shift adds to what is selected, and takes away from it", () => {
  const { click, rules } = opened();
  const shift = { shiftKey: true };
  click(ALONE);
  click({ x: 0.25, y: -13.5 }, shift);
  expect(rules()).toEqual([0, 1]);
  click(ALONE, shift);
  expect(rules()).toEqual([1]);
});

test("a drag is one step, and leaves nothing behind if it is given up", () => {
  const { designer, state, tool, at, origin } = opened();
  const drag = () => {
    tool.down(at(ALONE));
    for (const dx of [0.5, 1, 2]) tool.drag(at({ x: ALONE.x + dx, y: ALONE.y }));
  };
  drag();
  expect([origin(), state.marks.value.readout?.lines[0]]).toEqual([{ x: 2, y: -10 }, "2 m to the right"]);
  tool.cancel();
  expect([designer.record.value, designer.history.nextUndo]).toEqual([RECORD, null]);
  drag();
  tool.up(at({ x: ALONE.x + 2, y: ALONE.y }));
  expect([designer.history.nextUndo?.title, state.said.value]).toEqual([
    "Move Stalls",
    "Stalls: 4 rows, 24 seats; moved 2 m to the right",
  ]);
});

test("a finger pans until what is under it was tapped, and then moves it", () => {
  const { tool, at, rules, origin } = opened();
  const touch = { pointerType: "touch" };
  expect(tool.down(at(ALONE, touch))).toBe(false);
  tool.tap(at(ALONE, touch));
  expect(rules()).toEqual([0]);
  expect(tool.down(at(ALONE, touch))).toBe(true);
  tool.drag(at({ x: 3.25, y: -10 }, touch));
  tool.up(at({ x: 3.25, y: -10 }, touch));
  expect(origin()).toEqual({ x: 3, y: -10 });
});

test("while several are selected, each tap adds a part or takes it away, and a tap beside them changes nothing", () => {
  const { state, tool, at, rules } = opened();
  const tap = (place: { x: number; y: number }) => tool.tap(at(place, { pointerType: "touch" }));
  state.isSelectingSeveral.set(true);
  tap(ALONE);
  tap({ x: 0.25, y: -13.5 });
  tap({ x: -15, y: 0 });
  expect(rules()).toEqual([0, 1]);
  tap(ALONE);
  expect(rules()).toEqual([1]);
  state.isSelectingSeveral.set(false);
  tap(ALONE);
  expect(rules()).toEqual([0]);
});

test("the handle that turns a block stays under the pointer, with a mouse and with a finger", () => {
  for (const pointerType of ["mouse", "touch"]) {
    const { designer, state, tool, at, click } = opened();
    click({ x: 0.25, y: -13.5 });
    const handle = handlesOf(state.scene.value, designer.selection.value, state.view.value).find(
      ({ kind }) => kind === "rotate",
    )!;
    const { x, y } = state.view.value.toGround(handle.at.x, handle.at.y);
    tool.down(at({ x, y }, { pointerType }));
    const bounds = boundsOfPieces(state.scene.value, designer.selection.value)!;
    const middle = { x: bounds.left + bounds.width / 2, y: -(bounds.top + bounds.height / 2) };
    // A quarter turn to the right.
    const to = at({ x: middle.x + y - middle.y, y: middle.y - (x - middle.x) }, { pointerType });
    tool.drag(to);
    const { turning, readout } = state.marks.value;
    expect(readout?.lines).toEqual(["turned by 90°"]);
    expect([turning?.at.x, turning?.at.y]).toEqual([expect.closeTo(to.screen.x, 6), expect.closeTo(to.screen.y, 6)]);
    tool.up(to);
    expect([designer.history.nextUndo?.title, state.marks.value.turning]).toEqual(["Turn Balcony", null]);
  }
});
