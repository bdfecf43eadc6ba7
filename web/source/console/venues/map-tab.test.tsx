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
