import { expect, onTestFinished, test, vi } from "vitest";
import { screen, show, user, within } from "../../../testing/page";
import { Designer } from "../designer";
import type { DesignerProps } from "../designer-props";
import { PlanCanvas } from "./plan-canvas";

const ROWS = { rows: { first: "A", last: "D" }, seats: { count: 6 } };
const RECORD = {
  rules: {
    layout: {
      focus: { name: "Stage" },
      sections: [
        { id: "S", name: "Stalls", ...ROWS, geometry: { origin: { x: 0, y: -10 }, facingDeg: 0 } },
        { id: "B", name: "Balcony", ...ROWS, geometry: { origin: { x: 0, y: -14 }, facingDeg: 0, elevationM: 5 } },
      ],
    },
  },
};

function opened(): Designer {
  const designer = new Designer(RECORD);
  show(<PlanCanvas {...({ designer } as DesignerProps)} />);
  return designer;
}

const originOf = (designer: Designer, rule: number) =>
  (designer.record.value as typeof RECORD).rules.layout.sections[rule]?.geometry.origin;
const canvas = () => screen.getByRole("application", { name: "Plan of the hall" });
const said = () => screen.getByRole("status").textContent;

test("keys select a part, move it as one step, and delete it; each is said", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const designer = opened();
  canvas().focus();
  await user.keyboard("{Tab}{Tab}");
  await expect.poll(said).toBe("Stalls: 4 rows, 24 seats");
  await user.keyboard("{ArrowLeft}{ArrowLeft}{Shift>}{ArrowUp}{/Shift}");
  expect(originOf(designer, 0)).toEqual({ x: -0.2, y: -9 });
  expect(designer.history.nextUndo).toBeNull();
  vi.runAllTimers();
  expect(designer.history.nextUndo?.title).toBe("Move Stalls");
  await expect.poll(said).toBe("Stalls: 4 rows, 24 seats; moved 0.2 m to the left, 1 m up");
  designer.undo();
  expect([designer.record.value, designer.history.nextUndo]).toEqual([RECORD, null]);
  await user.keyboard("{Delete}");
  await expect.poll(said).toBe("Stalls: 4 rows, 24 seats; deleted");
  expect(designer.plan.value.sections.map(({ id }) => id)).toEqual(["B"]);
});

test("Tab passes the canvas while something is selected, until somebody works on it", async () => {
  const designer = opened();
  designer.select([{ kind: "section", rule: 0, id: null }]);
  canvas().focus();
  await user.keyboard("{Tab}");
  expect(document.activeElement).not.toBe(canvas());
  expect(designer.selection.value).toEqual([{ kind: "section", rule: 0, id: null }]);
  canvas().focus();
  await user.keyboard("1{Tab}");
  expect(designer.selection.value).toEqual([{ kind: "section", rule: 1, id: null }]);
});

test("Tab goes through all parts and then leaves the canvas, and after Escape at once", async () => {
  const designer = opened();
  canvas().focus();
  await user.keyboard("{Tab}{Tab}{Tab}");
  expect(designer.selection.value).toEqual([{ kind: "section", rule: 1, id: null }]);
  await user.keyboard("{Tab}");
  expect(document.activeElement).not.toBe(canvas());
  canvas().focus();
  await user.keyboard("{Escape}");
  expect([designer.selection.value, document.activeElement]).toEqual([[], canvas()]);
  await user.keyboard("{Tab}");
  expect(document.activeElement).not.toBe(canvas());
});

test("the list of parts selects what it names, several with Control", async () => {
  const designer = opened();
  const parts = screen.getByText("Parts of the hall").closest("details")!;
  parts.open = true;
  const part = (name: RegExp) => within(parts).findByRole("button", { name });
  await user.click(await part(/^Stalls/));
  await user.keyboard("{Control>}");
  await user.click(await part(/^Balcony/));
  await user.keyboard("{/Control}");
  expect(designer.selection.value).toHaveLength(2);
  await expect.poll(said).toBe("2 parts selected, 48 seats");
  expect((await part(/^Stage/)).getAttribute("aria-pressed")).toBe("false");
});
