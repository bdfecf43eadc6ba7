// Tests of the panel for painting: a legend with counts, rules in words, and blocks that are alike.
import { expect, test } from "vitest";
import { rulesOf } from "../../../layout-edits/record-edit";
import { screen, show, user } from "../../../testing/page";
import { Designer } from "../designer";
import type { DesignerProps } from "../designer-props";
import { PaintPanel } from "./paint-panel";

const HALL = {
  rules: {
    layout: {
      categories: [{ id: "gold", name: "Gold" }],
      sections: [
        { ids: ["L", "R"], rows: ["A", "B"], seats: { count: 6 }, geometry: { distanceM: 5, shiftStepM: 5 } },
        { id: "P", rows: ["A"], seats: { count: 4 }, category: "gold", geometry: { distanceM: 15 } },
      ],
    },
  },
};

function open() {
  const designer = new Designer(HALL);
  show(<PaintPanel {...({ designer } as unknown as DesignerProps)} />);
  const properties = () => rulesOf(designer.settled.value).map(({ ids, id, properties: given }) => [ids ?? id, given]);
  return { designer, properties };
}

const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
const choose = (name: RegExp) => user.click(screen.getByRole("radio", { name }));
const write = async (label: string, text: string) => user.type(screen.getByRole("textbox", { name: label }), text);

test("the legend counts seats, and its choice colours them on the canvas while the panel is shown", async () => {
  const { designer } = open();
  screen.getByRole("radio", { name: /^Gold\s*4$/ });
  expect(designer.tool.value?.id).toBe("paint");
  const plain = designer.seatColour.value?.(2, 0, 0);
  await choose(/^Gold/);
  expect(designer.seatColour.value?.(2, 0, 0)).not.toBe(plain);
});

test("both ends of each row of the selected blocks are painted by rule, and erased again", async () => {
  const { designer, properties } = open();
  designer.select([{ kind: "section", rule: 0, id: null }]);
  await choose(/^Aisle seat/);
  await press("Paint these seats");
  expect(properties()).toEqual([
    [["L", "R"], [{ seats: [1, 6], has: ["aisle"] }]],
    ["P", undefined],
  ]);
  await screen.findByRole("radio", { name: /^Aisle seat\s*8$/ });
  await press("Erase");
  await press("Erase these seats");
  expect(properties()[0]).toEqual([["L", "R"], undefined]);
});

test("a restricted view has a note, and seats that do not exist are told", async () => {
  const { properties } = open();
  await choose(/^Restricted view/);
  await write("What is in the way (optional)", "A pillar");
  await choose(/^By their numbers/);
  await press("Paint these seats");
  await screen.findByText("Write which seats, or which rows.");
  await write("Seats", "5 to 6");
  await press("Paint these seats");
  const rule = { seats: [5, 6], has: ["restrictedView"], viewNote: "A pillar" };
  expect(properties()).toEqual([
    [["L", "R"], [rule]],
    ["P", undefined],
  ]);
});

test("one of the blocks that are alike is painted by itself if the switch is off", async () => {
  const { designer, properties } = open();
  await user.click(screen.getByRole("checkbox", { name: /like blocks/ }));
  designer.pinned.set({ section: "L", row: "A", seat: "1" });
  designer.tool.value?.key?.({ key: " ", altKey: false } as KeyboardEvent);
  expect(properties().slice(0, 2)).toEqual([
    ["L", [{ rows: ["A"], seats: [1], has: ["wheelchair"] }]],
    ["R", undefined],
  ]);
  await screen.findByText("Painted 1 seat: Wheelchair space");
});
