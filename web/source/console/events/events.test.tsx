import { fireEvent } from "@testing-library/dom";
import { expect, test } from "vitest";
import { fakeService, openConsole } from "../../testing/console-page";
import { exampleItem } from "../../testing/fake-service";
import { screen, user, within } from "../../testing/page";
import { lastDays } from "./date-range";
import type { Counts } from "./event-kinds";

const NONE: Counts = {
  session_started: 0,
  seat_viewed: 0,
  view_rotated: 0,
  fallback_shown: 0,
  cta_clicked: 0,
  ad_shown: 0,
  ad_clicked: 0,
  error: 0,
};
const TODAY = lastDays(1, Date.now()).to;
const row = (key: string, counts: Partial<Counts>) => ({ key, venueId: "ven_arena", counts: { ...NONE, ...counts } });
const REPORTS: Record<string, object[]> = {
  day: [row(TODAY, { seat_viewed: 3, view_rotated: 1, ad_shown: 1, ad_clicked: 1 })],
  section: [row("101", { seat_viewed: 1 }), row("102", { seat_viewed: 2 })],
  ad: [row("lager", { ad_shown: 1, ad_clicked: 1 }), row("102/A/1", { seat_viewed: 1 })],
};
const VENUES = ["ven_arena", "ven_yard"].map((venueId) =>
  exampleItem("listVenues", { venueId, name: venueId.slice(4) }),
);

/** Events of buyers in the arena, and one of the staff. Nothing happened in the yard. */
async function openEvents(filters = "", views = 3) {
  const service = fakeService()
    .answer("listVenues", { data: VENUES, nextCursor: null })
    .answer("reportEvents", ({ query }) => {
      const staff = query.groupBy === "day" ? [row(TODAY, { seat_viewed: 1 })] : [];
      const buyers = query.venue === "ven_yard" ? [] : REPORTS[query.groupBy ?? ""]!;
      return { data: query.purpose === "staff" ? staff : buyers, nextCursor: null };
    });
  await openConsole(`events${filters}`);
  await screen.findByRole("button", { name: `Seats viewed ${views}` });
  return service;
}

const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);
const rows = (region: string) =>
  within(screen.getByRole("region", { name: region }))
    .getAllByRole("row")
    .slice(1);

test("the charts count what was reported, by day, section and ad", async () => {
  await openEvents();
  screen.getByRole("button", { name: "Views rotated 1" });
  screen.getByRole("img", { name: /^Events by day/ });
  expect(texts(rows("Sections"))).toEqual(["102arena2", "101arena1"]);
  expect(texts(rows("Ads"))).toEqual(["lagerarena11100.0 %"]);
  const days = rows("Events by day and kind");
  expect(days).toHaveLength(30);
  expect(days[0]?.textContent).toBe(`${TODAY}3111`);
});

test("a kind of events is taken out of the chart and put back", async () => {
  await openEvents();
  const seats = screen.getByRole("button", { name: "Seats viewed 3" });
  expect(document.querySelectorAll("figure .series-1").length).toBe(1);
  await user.click(seats);
  expect(seats.getAttribute("aria-pressed")).toBe("false");
  expect(document.querySelectorAll("figure .series-1").length).toBe(0);
});

test("a venue without events says so", async () => {
  await openEvents();
  await user.selectOptions(screen.getByLabelText("Venue"), "ven_yard");
  await screen.findByRole("heading", { name: "No events in this period" });
});

test("events of the staff are counted apart, and every report asks for the same", async () => {
  const service = await openEvents();
  await user.selectOptions(screen.getByLabelText("Venue"), "ven_arena");
  await user.selectOptions(screen.getByLabelText("Who"), "Staff");
  await screen.findByRole("button", { name: "Seats viewed 1" });
  const asked = service.received("reportEvents").slice(-3);
  expect(asked.map(({ query }) => query.groupBy)).toEqual(["day", "section", "ad"]);
  for (const { query } of asked) expect(query).toMatchObject({ venue: "ven_arena", purpose: "staff" });
  expect(service.received("listEvents").at(-1)?.query).toMatchObject({ venue: "ven_arena", purpose: "staff" });
});

test("recent events are chosen by their kind", async () => {
  const service = await openEvents();
  await screen.findByRole("region", { name: "Recent events" });
  expect(texts(rows("Recent events"))[0]).toContain("Seat viewed");
  await user.selectOptions(screen.getByLabelText("Kind"), "seat_viewed");
  await expect.poll(() => service.received("listEvents").at(-1)?.query.kind).toBe("seat_viewed");
});

test("a period of its own is asked for with its last day included", async () => {
  const service = await openEvents();
  await user.selectOptions(screen.getByLabelText("Period"), "Custom");
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-01-01" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-01-31" } });
  await expect
    .poll(() => service.received("reportEvents").at(-1)?.query)
    .toMatchObject({ from: "2026-01-01", until: "2026-02-01" });
});

test("a link with filters shows what it names", async () => {
  const service = await openEvents("?venue=ven_arena&who=staff&from=2026-01-01&to=2026-01-31&kind=seat_viewed", 1);
  expect(service.received("reportEvents").at(-1)?.query).toMatchObject({
    venue: "ven_arena",
    purpose: "staff",
    from: "2026-01-01",
    until: "2026-02-01",
  });
  await expect.poll(() => service.received("listEvents").at(-1)?.query.kind).toBe("seat_viewed");
  await user.selectOptions(screen.getByLabelText("Period"), "7");
  expect(location.hash).toBe("#/events?venue=ven_arena&who=staff&kind=seat_viewed&days=7");
});
