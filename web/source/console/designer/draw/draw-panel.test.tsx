// Tests of the forms of the designer: what is typed changes the record as one step, and what is wrong says why.
import { expect, test } from "vitest";
import type { Piece } from "../../../layout-edits/pieces";
import { rulesOf } from "../../../layout-edits/record-edit";
import type { Json } from "../../../layouts/written-json";
import { screen, show, user, within } from "../../../testing/page";
import { Designer } from "../designer";
import type { DesignerProps } from "../designer-props";
import { DrawPanel } from "./draw-panel";

const HALL: Json = {
  name: "Hall",
  rules: {
    layout: {
      focus: { name: "Stage", z: 1 },
      levels: [{ name: "Balcony", heightM: 4 }],
      sections: [
        {
          ids: ["L", "R"],
          name: "Stalls {id}",
          level: "Stalls",
          rows: { first: "A", last: "D" },
          seats: { count: 6 },
          properties: [{ rows: ["A"], has: ["restrictedView"], viewNote: "A rail." }],
          geometry: { bearingDeg: 180, distanceM: 5, shiftStepM: 5, riserM: 0.1 },
        },
        {
          id: "B",
          name: "Circle",
          level: "Balcony",
          rows: ["1", "2"],
          seats: { count: 4 },
          geometry: { distanceM: 9 },
        },
      ],
    },
  },
};

function open(...rules: number[]): Designer {
  return openPieces(rules.map((rule) => ({ kind: "section", rule, id: null })));
}

function openPieces(pieces: readonly Piece[]): Designer {
  const designer = new Designer(HALL);
  designer.select(pieces);
  show(<DrawPanel {...({ designer, stored: { venue: { venueId: "ven_1" } } } as unknown as DesignerProps)} />);
  return designer;
}

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const rule = (designer: Designer, index = 0) => rulesOf(designer.record.value)[index]!;

async function write(label: string | RegExp, text: string, end = "{Enter}") {
  await user.clear(field(label));
  await user.type(field(label), text + end);
}

test("a number that is typed shows at once, and is one step when the field is left", async () => {
  const designer = open(0);
  await write("Number of seats", "12", "");
  expect(designer.isChanging).toBe(true);
  expect(designer.plan.value.sections[0]?.capacity).toBe(48);
  await user.tab();
  expect(designer.history.nextUndo?.title).toBe("Change the number of seats");
  designer.undo();
  expect(designer.record.value).toBe(HALL);
  expect(designer.history.nextUndo).toBeNull();
});

test("arrows step, Escape gives up, and a number out of bounds says so and changes nothing", async () => {
  const designer = open(0);
  field("From row to row (m)").focus();
  await user.keyboard("{ArrowUp}{ArrowUp}{Escape}");
  expect(designer.record.value).toBe(HALL);
  await user.keyboard("{ArrowUp}{Enter}");
  expect(rule(designer).geometry).toMatchObject({ treadM: 0.9 });
  await write("From row to row (m)", "40");
  screen.getByText("It must be from 0.3 to 10.");
  expect(rule(designer).geometry).toMatchObject({ treadM: 0.9 });
  expect(field("From row to row (m)").getAttribute("aria-invalid")).toBe("true");
});

test("a block of rows is described in words, and what the form does not show is named and kept", async () => {
  const designer = open(0);
  screen.getByText(/This block also has 1 view note; they stay as they are/);
  screen.getByText(/What you change here changes in all 2 blocks/);
  await write("To", "F");
  await write("Left out", "C");
  expect(rule(designer).rows).toEqual({ first: "A", last: "G", skip: ["C"] });
  await user.selectOptions(field("Row A is"), "at the back");
  expect(rule(designer)).toMatchObject({
    rows: { first: "G", last: "A", step: -1, skip: ["C"] },
    properties: [{ rows: ["G"], viewNote: "A rail." }],
  });
  await user.selectOptions(field("Numbers run"), "odd left, even right");
  expect(rule(designer).seats).toMatchObject([{ count: 3, numbering: "odd", direction: "rightToLeft" }, { count: 3 }]);
  await user.selectOptions(field("Rows rise"), "just enough to see over the row in front");
  expect(rule(designer).geometry).toEqual({ bearingDeg: 180, distanceM: 5, shiftStepM: 5, cValueMm: 60 });
  await write("To", "A B C");
  screen.getByText("Nothing counts on from A to A B C.");
});

test("one of many like blocks is made different, and its id is changed wherever it is named", async () => {
  const designer = openPieces([{ kind: "section", rule: 0, id: "R" }]);
  await user.click(screen.getByRole("button", { name: "Make Stalls R different" }));
  expect(designer.selection.value).toEqual([{ kind: "section", rule: 1, id: "R" }]);
  expect(rulesOf(designer.record.value)).toMatchObject([
    { id: "L", geometry: { bearingDeg: 180, distanceM: 5 } },
    { id: "R", geometry: { bearingDeg: 180, distanceM: 5, shiftM: 5 } },
    { id: "B" },
  ]);
  await write("Id", "B");
  screen.getByText("Another block has the id B.");
  await write("Id", "Right");
  expect(rule(designer, 1).id).toBe("Right");
  expect(designer.plan.value.sections.map(({ name }) => name)).toEqual(["Stalls L", "Stalls Right", "Circle"]);
});

test("rows that differ are a list that can be changed", async () => {
  const designer = open(1);
  await user.click(screen.getByRole("button", { name: "Add rows that differ" }));
  await user.type(field("Rows"), "3{Enter}");
  screen.getByText("There is no row 3. The rows are 1, 2.");
  await write("Rows", "2", "");
  await user.type(screen.getAllByLabelText("Number of seats").at(-1)!, "3{Enter}");
  expect(rule(designer, 1).seats).toEqual({ count: 4, exceptions: [{ rows: [2], count: 3 }] });
  await user.click(screen.getByRole("button", { name: "Remove: Row 2 has 3 seats" }));
  expect(rule(designer, 1).seats).toEqual({ count: 4 });
});

test("several blocks show where they differ, and change together", async () => {
  const designer = open(0, 1);
  expect(field("Level").placeholder).toBe("different");
  expect(field("From seat to seat (m)").value).toBe("0.5");
  await write("Level", "Parquet");
  await write("From seat to seat (m)", "0,55");
  for (const index of [0, 1]) {
    expect(rule(designer, index)).toMatchObject({ level: "Parquet", geometry: { spacingM: 0.55 } });
  }
});

test("the hall has levels, categories and configurations", async () => {
  const designer = open();
  await user.clear(screen.getByDisplayValue("Balcony"));
  const level = within(screen.getByRole("group", { name: "Level Balcony" }));
  await user.type(level.getByLabelText("Level"), "Circle{Enter}");
  expect(designer.record.value).toMatchObject({
    rules: {
      layout: { levels: [{ name: "Circle", heightM: 4 }], sections: [{ level: "Stalls" }, { level: "Circle" }] },
    },
  });
  await user.type(field("Name of a new category"), "Gold{Enter}");
  await user.type(field("Name of a new configuration"), "In the round{Enter}");
  expect(designer.configuration.value).toBe("in-the-round");
  await write("Closed sections", "L, X");
  screen.getByText("There is no section X.");
  await write("Closed sections", "L to R");
  await write("Closed sections", "L");
  expect(designer.record.value).toMatchObject({
    rules: {
      layout: {
        categories: [{ id: "gold", name: "Gold" }],
        configurations: [{ id: "in-the-round", name: "In the round", closed: ["L"] }],
      },
    },
  });
});
