import { expect, test } from "vitest";
import { messages } from "../languages/generated/viewer/en";
import { planFromRecord } from "../layouts/layout-reader";
import { screen, show } from "../testing/page";
import { hasFeatures, kindOfPreview, SeatFeatures } from "./seat-features";
import type { Preview } from "./types";

const plan = planFromRecord({
  rules: {
    layout: {
      categories: [{ id: "gold", name: "Gold" }],
      sections: [
        {
          id: "S",
          rows: ["A"],
          seats: { count: 3 },
          properties: [
            { seats: [2], has: ["restrictedView", "wheelchair"], viewNote: "A pillar on the left.", category: "gold" },
          ],
        },
      ],
    },
  },
});

function previewOf(seat: string | null, stated: object = {}): Preview {
  return { seat: { key: "S", section: "S", row: "A", seat, ...stated }, eye: null } as unknown as Preview;
}

test("a seat shows its category, its properties and what is in the way", () => {
  show(<SeatFeatures preview={previewOf("2")} plan={plan} messages={messages} />);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Gold",
    "wheelchair space",
    "restricted view",
  ]);
  screen.getByText("A pillar on the left.");
});

test("the category that the preview states is shown by its name", () => {
  const stated = { properties: [], category: { id: "gold", name: "Gold", colour: null } };
  show(<SeatFeatures preview={previewOf("1", stated)} plan={plan} messages={messages} />);
  expect(screen.getByRole("listitem").textContent).toBe("Gold");
});

test("what the preview states counts more than the plan, and nothing unknown is shown", () => {
  const stated = { properties: ["aisle", "throne"], category: null };
  expect(kindOfPreview(previewOf("2", stated), plan)).toEqual({
    properties: ["aisle"],
    category: null,
    viewNote: null,
  });
});

test.each([
  ["a plain seat", previewOf("1"), plan],
  ["a row", previewOf(null), plan],
  ["a seat that the plan does not have", previewOf("9"), plan],
  ["a seat without a plan", previewOf("2"), null],
  [
    "a category of the level's name",
    previewOf("1", { properties: [], category: { id: "gold" }, levelName: "Gold" }),
    plan,
  ],
] as const)("%s shows nothing", (_, preview, known) => {
  expect(hasFeatures(preview, known)).toBe(false);
});
