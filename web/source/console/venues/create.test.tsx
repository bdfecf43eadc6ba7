import { expect, test } from "vitest";
import { fakeService, OPERATOR, OWNER, openConsole } from "../../testing/console-page";
import { exampleItem, problem } from "../../testing/fake-service";
import { HALL, storeHall } from "../../testing/fake-venue";
import { fill, goTo, screen, user } from "../../testing/page";
import { findEditor, selectedText } from "../../testing/record-editor";

const press = (name: string) => user.click(screen.getByRole("button", { name }));

async function openForm(caller = OWNER) {
  const service = fakeService(caller).answer("createVenue", HALL);
  storeHall(service);
  await openConsole("venues/new");
  await screen.findByRole("heading", { level: 1, name: "New venue" });
  return service;
}

test("a venue starts from the small hall, which is shown beside the form", async () => {
  const service = await openForm();
  await screen.findByLabelText(/^Map of the small hall/);
  fill(screen.getByLabelText("Name"), "Town Hall");
  fill(screen.getByLabelText("Time zone"), "Europe/Vienna");
  await press("Create venue");
  await screen.findByRole("heading", { level: 1, name: "Hall" });
  expect(service.lastBody("createVenue")).toMatchObject({ name: "Town Hall", timezone: "Europe/Vienna" });
  expect(service.lastBody("createVenue")).toHaveProperty("rules.layout.sections");
});

test("names of a new venue that lead elsewhere are told until somebody closes the list", async () => {
  const service = await openForm();
  const warnings = [{ pointer: "/name", label: "Left", resolvedTo: null, reason: "Give it another name." }];
  service.answer("createVenue", { ...HALL, warnings, warningsCount: 1, sectionsNotChecked: 0 });
  fill(screen.getByLabelText("Name"), "Town Hall");
  await press("Create venue");
  await screen.findByRole("region", { name: "Names on tickets" });
  await press("“Left” leads to no place.");
  await screen.findByRole("tab", { name: "Record", selected: true });
  await findEditor();
  await expect.poll(selectedText).toBe('"name": "Hall"');
  await press("Close");
  expect(screen.queryByRole("region", { name: "Names on tickets" })).toBeNull();
});

test("a venue starts from a template with a number of seats", async () => {
  const service = await openForm();
  const section = { id: "A", rows: [1], seats: { count: 9 }, geometry: { distanceM: 9 } };
  const record = { name: "Theatre", rules: { layout: { sections: [section] } } };
  service.answer("getTemplate", ({ query }) => ({
    templateId: "theatre",
    name: "Theatre",
    seats: Number(query.seats),
    record,
  }));
  await user.click(screen.getByLabelText(/A template/));
  await screen.findByText("Theatre: 1,172 seats");
  fill(screen.getByLabelText("Seats"), "80");
  screen.getByText("Must be a number from 200 to 3,000.");
  fill(screen.getByLabelText("Seats"), "800");
  await screen.findByText("Theatre: 800 seats");
  await screen.findByLabelText(/^Map of the template/);
  fill(screen.getByLabelText("Name"), "Opera");
  await press("Create venue");
  await screen.findByRole("heading", { level: 1, name: "Hall" });
  expect(service.lastBody("createVenue")).toMatchObject({ ...record, name: "Opera" });
});

test("faults of name and time zone stand at their fields", async () => {
  const service = await openForm();
  service.answer("createVenue", () =>
    problem(400, "validation_failed", "The body has 2 faults.", [
      { pointer: "/name", detail: "must not be empty" },
      { pointer: "/timezone", detail: "is not a time zone" },
    ]),
  );
  await press("Create venue");
  await screen.findByText("Must not be empty.");
  screen.getByText("Is not a time zone.");
});

test("a record that was copied from the API is taken without what only the service writes", async () => {
  const service = await openForm();
  await user.click(screen.getByLabelText(/An existing record/));
  fill(screen.getByLabelText("Record"), "{ name: 1 }");
  await press("Create venue");
  screen.getByText(/the name of a member/);
  expect(service.received("createVenue")).toEqual([]);
  fill(screen.getByLabelText("Record"), JSON.stringify({ ...HALL, name: "Copied" }));
  await press("Create venue");
  await screen.findByRole("heading", { level: 1, name: "Hall" });
  const sent = service.lastBody("createVenue") as object;
  expect(sent).toMatchObject({ name: "Copied" });
  for (const member of ["venueId", "tenantId", "version", "seatCount"]) expect(sent).not.toHaveProperty(member);
});

test("the operator names the owner", async () => {
  const service = await openForm(OPERATOR);
  fill(screen.getByLabelText("Owner"), " ten_opera ");
  fill(screen.getByLabelText("Name"), "Opera");
  await user.click(screen.getByLabelText(/An empty hall/));
  await press("Create venue");
  await screen.findByRole("heading", { level: 1, name: "Hall" });
  expect(service.lastBody("createVenue")).toMatchObject({ name: "Opera", tenantId: "ten_opera" });
});

test("the list is searched by name or id, and an empty one says how to begin", async () => {
  const venues = ["Hall", "Arena"].map((name) => exampleItem("listVenues", { venueId: `ven_${name}`, name }));
  const service = fakeService().answer("listVenues", { data: venues, nextCursor: null });
  await openConsole("venues");
  await screen.findByRole("link", { name: "Hall" });
  fill(screen.getByLabelText("Search venues by name or id"), "ven_ar");
  screen.getByRole("link", { name: "Arena" });
  expect(screen.queryByRole("link", { name: "Hall" })).toBeNull();
  fill(screen.getByLabelText("Search venues by name or id"), "opera");
  screen.getByText("No venue matches “opera”.");
  service.answer("listVenues", { data: [], nextCursor: null });
  await goTo("you");
  await goTo("venues");
  await screen.findByRole("heading", { name: "No venue yet" });
});
