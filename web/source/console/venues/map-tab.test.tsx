import { expect, test } from "vitest";
import { openHall } from "../../testing/fake-venue";
import { screen, user, within } from "../../testing/page";

const map = () => within(screen.getByRole("group", { name: "Map of Hall" }));
const picked = () => screen.getByRole("complementary", { name: "What was picked" }).textContent;

test("a seat is found by keyboard: arrows, Enter, and Escape back to the whole venue", async () => {
  await openHall("map");
  map()
    .getByRole("button", { name: /^Section 102/ })
    .focus();
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Section 101/);
  await user.keyboard("{Enter}");
  await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Row A, seat 1");
  await user.keyboard("{ArrowRight}{ArrowDown}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Row B, seat 2");
  await user.keyboard("{Enter}");
  expect(picked()).toContain("101/B/2");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "Whole venue" })).toBeNull();
});

test("a section without geometry is beside the map, and has its seats all the same", async () => {
  await openHall("map");
  await user.click(screen.getByRole("button", { name: /^LOGE/ }));
  await map().findByRole("button", { name: "Row 1, seat 1" });
  expect(picked()).toContain("LOGE");
});

test("what lies below is drawn last, and can be picked, once the level above is hidden", async () => {
  const place = { bearingDeg: 180, distanceM: 9 };
  const seats = { rows: { first: 1, last: 4 }, seats: { count: 6 } };
  const sections = [
    { id: "G", name: "Gallery", level: "Top", ...seats, geometry: { ...place, elevationM: 6 } },
    { id: "P", name: "Parquet", level: "Ground", ...seats, geometry: place },
  ];
  await openHall("map", { rules: { layout: { sections } } });
  const drawn = () =>
    map()
      .getAllByRole("button")
      .map((section) => section.getAttribute("aria-label")?.split(",")[0]);
  expect(drawn()).toEqual(["Parquet", "Gallery"]);
  const levels = within(screen.getByRole("list", { name: "Levels" }));
  await user.click(levels.getByRole("button", { name: "Top" }));
  expect(drawn()).toEqual(["Parquet"]);
  await user.click(map().getByRole("button", { name: /^Parquet/ }));
  expect(picked()).toContain("Parquet");
});

test("seats say what they have, and buttons show only those that have it", async () => {
  const sections = [
    {
      id: "S",
      name: "Stalls",
      rows: ["A", "B"],
      seats: { count: 4 },
      category: "gold",
      geometry: { distanceM: 9 },
      properties: [{ at: { A: [1, 2] }, has: ["wheelchair", "restrictedView"], viewNote: "A pillar on the left." }],
    },
    { id: "R", name: "Rear", rows: ["A"], seats: { count: 4 }, geometry: { distanceM: 19 } },
  ];
  const layout = { categories: [{ id: "gold", name: "Gold", colour: "#d4af37" }], assumed: ["scale"], sections };
  await openHall("map", { rules: { layout } });
  expect(picked()).toContain("Gold (8)");
  expect(picked()).toContain("wheelchair space (2), restricted view (2)");
  expect(picked()).toContain("scale. An import assumed this");
  const legend = within(screen.getByRole("list", { name: "Show only seats of these kinds" }));
  const chip = legend.getByRole("button", { name: "wheelchair space" });
  expect(chip.getAttribute("aria-pressed")).toBe("false");
  chip.focus();
  await user.keyboard("{Enter}");
  expect(chip.getAttribute("aria-pressed")).toBe("true");
  screen.getByText("2 seats found");
  const rear = map().getByRole("button", { name: /^Rear.*0 seats found$/ });
  expect(rear.classList.contains("is-dimmed")).toBe(true);
  map()
    .getByRole("button", { name: /^Stalls.*2 seats found$/ })
    .focus();
  await user.keyboard("{Enter}{Enter}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe(
    "Row A, seat 1, Gold, wheelchair space, restricted view, A pillar on the left.",
  );
  expect(picked()).toContain("Gold, wheelchair space, restricted view, A pillar on the left.");
  await user.click(chip);
  expect(screen.queryByText("2 seats found")).toBeNull();
});
