// Tests of the dialog that numbers many rows at once: the picture shows what it will be before it is applied.
import { expect, test } from "vitest";
import { rulesOf } from "../../../layout-edits/record-edit";
import { screen, show, user } from "../../../testing/page";
import { Designer } from "../designer";
import { NumberingButton } from "./numbering-dialog";

const block = (id: string, shiftM: number) => ({
  id,
  rows: { first: "H", last: "J", skip: ["I"] },
  seats: { count: 3 },
  geometry: { bearingDeg: 180, distanceM: 5, shiftM },
});

test("rows and seats of several blocks are numbered through, as the picture showed it", async () => {
  const sections = [block("Right", 3), block("Left", -3)];
  const designer = new Designer({ name: "Hall", rules: { layout: { sections } } });
  designer.select([0, 1].map((rule) => ({ kind: "section", rule, id: null })));
  show(<NumberingButton designer={designer} />);
  await user.click(screen.getByRole("button", { name: "Number rows and seats…" }));
  await user.selectOptions(screen.getByLabelText("Numbers of seats"), "run through the whole row");
  const picture = () => screen.getByRole("img").getAttribute("aria-label");
  expect(picture()).toBe(
    "Left: rows H at the front to J at the back, seats 1 to 3 in the front row; " +
      "Right: rows H at the front to J at the back, seats 4 to 6 in the front row",
  );
  expect(screen.getByLabelText<HTMLInputElement>("Left out").value).toBe("I");
  await user.clear(screen.getByLabelText("First row"));
  await user.type(screen.getByLabelText("First row"), "G");
  await user.clear(screen.getByLabelText("First number"));
  screen.getByText("Numbers that run through several blocks begin with a whole number.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Number them" }).disabled).toBe(true);
  await user.type(screen.getByLabelText("First number"), "11");
  await user.click(screen.getByRole("button", { name: "Number them" }));
  expect(rulesOf(designer.record.value)).toMatchObject([
    { id: "Right", rows: { first: "G", last: "H" }, seats: { first: 14, count: 3 } },
    { id: "Left", rows: { first: "G", last: "H" }, seats: { first: 11, count: 3 } },
  ]);
  expect(screen.queryByRole("dialog")).toBeNull();
  designer.undo();
  expect(rulesOf(designer.record.value)).toEqual(sections);
});
