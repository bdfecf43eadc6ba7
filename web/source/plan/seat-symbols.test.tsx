import { expect, test } from "vitest";
import { messages } from "../languages/generated/viewer/en";
import { planFromRecord } from "../layouts/layout-reader";
import { screen, show } from "../testing/page";
import { NO_FILTER } from "./seat-properties";
import { SeatLegend } from "./seat-symbols";

const plan = planFromRecord({
  rules: {
    layout: {
      categories: [{ id: "gold", name: "Gold", colour: "#d4a017" }],
      sections: [{ id: "S", rows: ["A"], seats: { count: 3 }, category: "gold" }],
    },
  },
});

test.each([
  [true, 1],
  [false, 0],
])(
  "a category has its colour in the legend where seats have it, and none where prices colour them",
  (isColoured, count) => {
    const rest = { found: null, messages: messages.venueMap, onFilter: () => {} };
    show(<SeatLegend plan={plan} isColoured={isColoured} filter={NO_FILTER} {...rest} />);
    expect(screen.getByRole("button", { name: "Gold" }).querySelectorAll(".venue-map-swatch")).toHaveLength(count);
  },
);
