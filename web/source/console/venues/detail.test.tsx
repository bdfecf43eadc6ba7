import { expect, test, vi } from "vitest";
import { OWNER } from "../../testing/console-page";
import { problem } from "../../testing/fake-service";
import { LAYOUT, openHall } from "../../testing/fake-venue";
import { goTo, screen, user, within } from "../../testing/page";
import { findEditor } from "../../testing/record-editor";

const selected = () => screen.getByRole("tab", { selected: true }).textContent;

test("tabs are in the address, and arrow keys move between them", async () => {
  await openHall("");
  expect(selected()).toBe("Design");
  await user.click(screen.getByRole("tab", { name: "Record" }));
  await expect.poll(selected).toBe("Record");
  expect(location.hash).toBe("#/venues/ven_hall/record");
  await goTo("venues/ven_hall");
  expect(selected()).toBe("Design");
  screen.getByRole("tab", { name: "Design" }).focus();
  await user.keyboard("{ArrowRight}");
  await expect.poll(selected).toBe("Map");
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Map" }));
});

test("who may not change the venue begins with its map", async () => {
  await openHall("", {}, { ...OWNER, tenantId: "ten_grantee" });
  expect(selected()).toBe("Map");
  expect(screen.queryByRole("tab", { name: "Design" })).toBeNull();
});

test("a grantee reads the record, and only its owner changes it", async () => {
  await openHall("record", {}, { ...OWNER, tenantId: "ten_grantee" });
  screen.getByText("granted to you: read only");
  expect((await findEditor()).state.readOnly).toBe(true);
  screen.getByText(/Only its owner can do this\./);
  expect(screen.queryByRole("button", { name: "Publish..." })).toBeNull();
});

test("a venue is exported in a format of choice, as a file that has its name", async () => {
  const { service } = await openHall("", { name: "Théâtre: St. John’s" });
  service.answer("exportVenue", () => new Response("section,row,seat"));
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await user.click(screen.getByText("Export"));
  await user.click(screen.getByRole("button", { name: "Seating plan of pretix" }));
  await expect.poll(() => saved).toEqual(["théâtre-st-john-s.pretix.json"]);
  expect(service.received("exportVenue")[0]).toMatchObject({
    path: { venueId: "ven_hall" },
    query: { format: "pretix" },
  });

  service.answer("exportVenue", () => problem(404, "not_found", "There is no such venue."));
  await user.click(screen.getByText("Export"));
  await user.click(screen.getByRole("button", { name: "Map (SVG)" }));
  await screen.findByText(/There is no such venue/);
});

test("the map begins with the default configuration", async () => {
  const configurations = [
    { id: "end", name: "End stage", closed: ["102"] },
    { id: "round", name: "In the round" },
  ];
  const layout = { ...LAYOUT, configurations, defaultConfiguration: "end" };
  await openHall("map", { rules: { layout } });
  const select = within(screen.getByRole("tabpanel", { name: "Map" })).getByLabelText("Configuration");
  expect((select as HTMLSelectElement).value).toBe("end");
});

test("a venue without sections is asked for them", async () => {
  await openHall("map", { rules: {} });
  await screen.findByRole("heading", { name: "No sections yet" });
  await user.click(screen.getByRole("button", { name: "Edit the record" }));
  await expect.poll(selected).toBe("Record");
});
