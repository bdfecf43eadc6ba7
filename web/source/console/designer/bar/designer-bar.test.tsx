// Tests of the bar above the canvas: its menus, its forms and its keys.
import { fireEvent } from "@testing-library/dom";
import { expect, test } from "vitest";
import { rulesOf, valueAt } from "../../../layout-edits/record-edit";
import type { Json } from "../../../layouts/written-json";
import { screen, show, user } from "../../../testing/page";
import { fitted } from "../canvas/canvas-view";
import { Designer } from "../designer";
import type { DesignerProps } from "../designer-props";
import { DesignerBar } from "./designer-bar";

const HALL: Json = {
  name: "Hall",
  rules: {
    layout: {
      sections: [
        { id: "A", rows: ["1", "2"], seats: { count: 6 }, geometry: { bearingDeg: 180, distanceM: 8 } },
        { id: "B", rows: ["1", "2"], seats: { count: 6 }, geometry: { bearingDeg: 180, distanceM: 16, shiftM: 2 } },
      ],
    },
  },
};

function open(record: Json, ...rules: number[]): Designer {
  const designer = new Designer(record);
  designer.select(rules.map((rule) => ({ kind: "section", rule, id: "A" })));
  show(
    <div class="designer">
      <DesignerBar {...({ designer } as unknown as DesignerProps)} />
      <div class="plan" role="application" tabIndex={0} />
      <input aria-label="A field of text" />
    </div>,
  );
  return designer;
}

const ids = (designer: Designer) => rulesOf(designer.record.value).map(({ id, ids }) => id ?? ids);

async function choose(...names: string[]) {
  await user.click(screen.getAllByRole("button", { name: new RegExp(`^${names[0]}`) })[0]!);
  for (const name of names.slice(1)) await user.click(screen.getByRole("menuitem", { name: new RegExp(`^${name}`) }));
}

test("what is added is selected, and can be undone", async () => {
  const designer = open({ name: "New hall" });
  await choose("Add", "Block of rows");
  await choose("Add", "Box");
  await choose("Add", "Pillar or other obstacle", "Pillar");
  expect(ids(designer)).toEqual(["Stalls", "Box 1"]);
  expect(designer.selection.value).toEqual([{ kind: "obstruction", configuration: 0, index: 0 }]);
  expect(designer.configuration.value).toBe("usual");
  await choose("Add", "Stage or field", "Ice rink");
  expect(valueAt(designer.settled.value, ["rules", "layout", "focus", "extent"])).toEqual({ kind: "ice_hockey" });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(designer.history.nextRedo?.title).toBe("Add ice rink");
});

test("a form shows what it will do, and Escape gives it up", async () => {
  const designer = open(HALL, 0);
  await choose("Duplicate", "Around the stage");
  expect(ids(designer)[0]).toHaveLength(8);
  expect(designer.isChanging).toBe(true);
  await user.keyboard("{Escape}");
  expect(designer.record.value).toBe(HALL);
  await choose("Duplicate", "Along a line");
  const count = screen.getByLabelText("Blocks in all");
  await user.clear(count);
  expect(screen.getByText("Give a number from 2 to 500.")).toBeDefined();
  await user.type(count, "4{Enter}");
  expect(ids(designer)).toEqual([["A", "C", "D", "E"], "B"]);
  expect(valueAt(designer.settled.value, ["rules", "layout", "sections", 0, "geometry", "shiftStepM"])).toBe(4.2);
  expect(designer.history.nextUndo?.title).toBe("Duplicate along a line");
});

test("what cannot be done says why, and does nothing", async () => {
  const designer = open(HALL);
  const button = screen.getByRole("button", { name: "Delete" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(button.title).toBe("Delete: Select something on the plan first.");
  await user.click(button);
  await choose("Arrange", "Align left");
  expect(designer.record.value).toBe(HALL);
});

test("blocks are aligned, joined and separated", async () => {
  const designer = open(HALL, 0, 1);
  await choose("Arrange", "Align centres");
  const shifts = rulesOf(designer.settled.value).map(({ geometry }) => (geometry as Json).shiftM ?? 0);
  expect(shifts[0]).toBe(shifts[1]);
  designer.select([{ kind: "section", rule: 0, id: "A" }]);
  await choose("Duplicate", "Around the stage");
  await user.keyboard("{Enter}");
  await choose("Arrange", "Separate from its group");
  expect(ids(designer)[0]).toBe("A");
});

test("keys work in the designer, and not in a field of text", async () => {
  const designer = open(HALL, 0);
  const plan = screen.getByRole("application");
  screen.getByLabelText("A field of text").focus();
  await user.keyboard("{Delete}{Control>}d{/Control}");
  expect(designer.record.value).toBe(HALL);
  plan.focus();
  await user.keyboard("{Control>}d{/Control}");
  expect(ids(designer)).toEqual(["A", "B", "C"]);
  await user.keyboard("{Delete}");
  expect(ids(designer)).toEqual(["A", "B"]);
  await user.keyboard("{Control>}zz{/Control}");
  expect(designer.record.value).toBe(HALL);
  await user.keyboard("{Control>}y{/Control}");
  expect(ids(designer)).toEqual(["A", "B", "C"]);
  await user.keyboard("?");
  expect(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeDefined();
});

test("pieces go over the clipboard to another venue", () => {
  const designer = open(HALL, 0, 1);
  const clipboard = new Map<string, string>();
  send("cut", clipboard);
  expect(ids(designer)).toEqual([]);
  designer.takeOver({ name: "Another hall" });
  send("paste", clipboard);
  expect(ids(designer)).toEqual(["A", "B"]);
  send("paste", new Map([["text/plain", "Row A to K"]]));
  expect(ids(designer)).toEqual(["A", "B"]);
});

/** What a browser sends for a key of the clipboard, with the clipboard as a map by types. */
function send(type: "cut" | "paste", clipboard: Map<string, string>): void {
  const event = new Event(type, { bubbles: true, cancelable: true });
  const clipboardData = {
    setData: (kind: string, text: string) => clipboard.set(kind, text),
    getData: (kind: string) => clipboard.get(kind) ?? "",
  };
  fireEvent(screen.getByRole("application"), Object.assign(event, { clipboardData }));
}

test("a new block is straight in front of the stage, although buttons cover a part of a view of everything", async () => {
  const designer = open(HALL);
  designer.view.set(fitted({ left: -6, top: -4, width: 12, height: 24 }, 591, 637));
  expect(designer.view.value?.centre.x).not.toBe(0);
  await choose("Add", "Curved block");
  expect(valueAt(rulesOf(designer.record.value)[2]!, ["geometry", "bearingDeg"]) ?? 180).toBe(180);
});
