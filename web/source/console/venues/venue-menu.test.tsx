import { expect, test } from "vitest";
import { fakeService, OWNER, openConsole } from "../../testing/console-page";
import { exampleItem } from "../../testing/fake-service";
import { HALL, openHall } from "../../testing/fake-venue";
import { fill, screen, user, within } from "../../testing/page";
import { findEditor } from "../../testing/record-editor";

const ARCHIVED_AT = "2026-11-15T09:00:00Z";
const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
const choices = () =>
  [...document.querySelectorAll(".export-menu:last-of-type button")].map((each) => each.textContent);

test("a venue is archived, and then says so and can be brought back", async () => {
  const { service } = await openHall("");
  service.answer("archiveVenue", { ...HALL, archivedAt: ARCHIVED_AT, version: 2 });
  service.answer("unarchiveVenue", { ...HALL, version: 3 });
  await press("Archive...");
  await press("Archive");
  await screen.findByText("This venue is archived.");
  expect(choices()).toEqual(["Copy...", "Delete..."]);
  await press("Unarchive");
  await expect.poll(() => screen.queryByText("This venue is archived.")).toBeNull();
});

test("nothing of an archived venue is offered that would be refused", async () => {
  const { service } = await openHall("record", { archivedAt: ARCHIVED_AT });
  expect((await findEditor()).state.readOnly).toBe(true);
  for (const tab of ["Preview", "Imagery", "Aliases", "Grants", "Rules", "Versions"]) {
    await user.click(screen.getByRole("tab", { name: tab }));
    if (tab === "Versions") continue;
    const panel = within(await screen.findByRole("tabpanel", { name: tab }));
    await panel.findAllByText(/This venue is archived\. Unarchive it first\./);
  }
  expect(service.received("createSession")).toEqual([]);
  expect(service.received("getPlan")).toEqual([]);
});

test("a venue of an archived tenant says why it stays archived", async () => {
  const { service } = await openHall("", { archivedAt: ARCHIVED_AT });
  service.answer("unarchiveVenue", { ...HALL, archivedAt: ARCHIVED_AT });
  await press("Unarchive");
  await screen.findByText(/the tenant that owns it is archived/);
});

test("an archived venue is deleted once its name was typed", async () => {
  const { service } = await openHall("", { archivedAt: ARCHIVED_AT });
  service.answer("listVenues", { data: [], nextCursor: null });
  await press("Delete...");
  const dialog = within(await screen.findByRole("dialog", { name: "Delete Hall?" }));
  fill(dialog.getByLabelText(/^Type/), "Hall");
  await press("Delete for good");
  await screen.findByRole("heading", { name: "No venue yet" });
  expect(service.received("deleteVenue")[0]?.query).toEqual({ confirm: "Hall" });
});

test("a venue is copied with or without its images, and the copy is opened", async () => {
  const { service } = await openHall("map");
  service.answer("copyVenue", { ...HALL, venueId: "ven_copy", name: "Hall two" });
  await press("Copy...");
  fill(screen.getByLabelText("Name of the copy"), "Hall two ");
  await user.click(screen.getByLabelText("Copy the images too"));
  await press("Copy");
  await expect.poll(() => location.hash).toBe("#/venues/ven_copy");
  expect(service.lastBody("copyVenue")).toEqual({ name: "Hall two", images: false });
});

test("the owner alone has the menu", async () => {
  await openHall("", {}, { ...OWNER, tenantId: "ten_grantee" });
  expect(screen.queryByText("More")).toBeNull();
});

test("the list shows archived venues if that is wanted", async () => {
  const service = fakeService();
  const shown = exampleItem("listVenues", { name: "Hall", archivedAt: null });
  const archived = exampleItem("listVenues", { venueId: "ven_old", name: "Old hall", archivedAt: ARCHIVED_AT });
  service.answer("listVenues", ({ query }) => ({
    data: query.archived === "true" ? [shown, archived] : [shown],
    nextCursor: null,
  }));
  await openConsole("venues");
  await screen.findByRole("row", { name: /Hall/ });
  await user.click(screen.getByRole("checkbox", { name: "Archived" }));
  const row = within(await screen.findByRole("row", { name: /Old hall/ }));
  row.getByText("archived");
});
