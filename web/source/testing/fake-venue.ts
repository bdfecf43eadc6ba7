// A venue that the stand-in for the service stores, as the tabs of a venue read and change it.
import type { CallerInfo } from "../console/shell/screen-props";
import type { Venue } from "../console/venues/record";
import { fakeService, OWNER, openConsole } from "./console-page";
import { example, type FakeService, problem } from "./fake-service";
import { screen } from "./page";

export const LAYOUT = {
  focus: { name: "Stage" },
  sections: [
    {
      ids: ["101", "102"],
      name: "Section {id}",
      rows: { first: "A", last: "C" },
      seats: { count: 6 },
      geometry: { bearingDeg: 180, bearingStepDeg: 40, distanceM: 9 },
    },
    { id: "LOGE", rows: [1], seats: { count: 3 } },
  ],
};

export const HALL = example<Venue>("getVenue", {
  venueId: "ven_hall",
  name: "Hall",
  rules: { layout: LAYOUT },
  aliases: [],
  imagerySets: [],
});

/** Stores the hall in the service: a change needs the version that was read, and makes a new one. */
export function storeHall(service: FakeService, changes: object = {}): { venue: Venue } {
  const stored = { venue: { ...HALL, ...changes } as Venue };
  const change = (members: object) => {
    stored.venue = { ...stored.venue, ...members, version: stored.venue.version + 1 };
    return stored.venue;
  };
  service.answer("getVenue", () => stored.venue);
  service.answer("replaceVenue", ({ body, headers }) => {
    if (headers["If-Match"] === `"${stored.venue.version}"`) return change(body as object);
    return problem(412, "precondition_failed", "The record has another version.");
  });
  service.answer("getDraft", () => problem(404, "not_found", "The venue has no draft."));
  service.answer("replaceAliases", ({ body }) => change(body as object));
  return stored;
}

/** Opens a tab of the hall. */
export async function openHall(tab: string, changes: object = {}, caller: CallerInfo = OWNER) {
  const service = fakeService(caller);
  const stored = storeHall(service, changes);
  await openConsole(`venues/ven_hall/${tab}`);
  await screen.findByRole("tablist");
  return { service, stored };
}
