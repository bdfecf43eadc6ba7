// Tests of what the service says of all seats while somebody goes on drawing.
import { type Client, Problem } from "@seatpreview/client";
import { expect, test } from "vitest";
import type { StoredVenue } from "../../venues/record";
import { Designer } from "../designer";
import { serviceViewsOf } from "./service-views";

const ROW = {
  section: "S",
  row: "A",
  seats: ["1"],
  cValueMm: [80],
  visibleShare: [1],
  isRestricted: [false],
  reason: [null],
  inTheWay: [null],
};
const stored = { venue: { venueId: "ven_hall", rules: {} } } as unknown as StoredVenue;

/** An API whose list fails after so many pages. */
function failingAfter(pages: number, status: number): Client {
  async function* list() {
    for (let page = 0; page < pages; page++) yield { data: [ROW], texts: [] };
    throw new Problem(status, "invalid_request", "The cursor is not one of this list.");
  }
  return { venues: { seatViews: () => ({ pages: list }) } } as unknown as Client;
}

test.each<[number, number, string, number]>([
  // Another draft was saved after the first page, or the draft was published.
  [1, 400, "interrupted", 1],
  [1, 404, "interrupted", 1],
  [0, 404, "failed", 0],
  [1, 503, "failed", 1],
])("after %i pages, an answer of %i means that the service has %s", async (pages, status, expected, seats) => {
  const views = serviceViewsOf(new Designer({}));
  await views.load({ api: failingAfter(pages, status), stored, draft: null }, null);
  const { value } = views.state;
  expect([value.status, value.seats.size, value.failure === null]).toEqual([expected, seats, expected !== "failed"]);
});
