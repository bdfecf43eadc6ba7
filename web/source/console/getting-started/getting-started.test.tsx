import { expect, test } from "vitest";
import { fakeService, OPERATOR, OWNER, openConsole } from "../../testing/console-page";
import { problem } from "../../testing/fake-service";
import { goTo, screen, user, within } from "../../testing/page";

const NONE = { data: [], nextCursor: null };

function newTenant() {
  return fakeService()
    .answer("listVenues", NONE)
    .answer("listKeys", NONE)
    .answer("listEvents", NONE)
    .answer("getDraft", () => problem(404, "not_found", "There is no draft."));
}

test("a new tenant finds the steps on the first screen, with a link to the next one, until it hides them", async () => {
  newTenant();
  await openConsole("");
  const list = await screen.findByRole("region", { name: "Getting started" });
  within(list).getByText("0 of 7 steps are done.");
  expect(within(list).getByRole("link", { name: "Next: Describe your hall" }).getAttribute("href")).toBe(
    "#/venues/new",
  );
  await goTo("venues");
  expect(screen.queryByRole("region", { name: "Getting started" })).toBeNull();
  await goTo("keys");
  await user.click(await screen.findByRole("button", { name: "Hide this list" }));
  expect(screen.queryByRole("region", { name: "Getting started" })).toBeNull();
  expect({ ...localStorage }).toEqual({ [`seatpreview.console.checklist.${OWNER.tenantId}`]: "hidden" });
});

test("an operator, and a tenant whose steps are all done, find no list", async () => {
  const service = fakeService(OPERATOR);
  await openConsole("keys");
  await screen.findByRole("table");
  expect(screen.queryByRole("region", { name: "Getting started" })).toBeNull();
  expect(service.received("listImages")).toEqual([]);
});
