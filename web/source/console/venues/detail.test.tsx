import { expect, test } from "vitest";
import { OWNER } from "../../testing/console-page";
import { openHall } from "../../testing/fake-venue";
import { goTo, screen, user, within } from "../../testing/page";

const selected = () => screen.getByRole("tab", { selected: true }).textContent;

test("tabs are in the address, and arrow keys move between them", async () => {
  await openHall("");
  expect(selected()).toBe("Map");
  await user.click(screen.getByRole("tab", { name: "Record" }));
  await expect.poll(selected).toBe("Record");
  expect(location.hash).toBe("#/venues/ven_hall/record");
  await goTo("venues/ven_hall");
  expect(selected()).toBe("Map");
  screen.getByRole("tab", { name: "Map" }).focus();
  await user.keyboard("{ArrowRight}");
  await expect.poll(selected).toBe("Record");
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Record" }));
});

test("a grantee reads the record, and only its owner changes it", async () => {
  await openHall("record", {}, { ...OWNER, tenantId: "ten_grantee" });
  screen.getByText("granted to you: read only");
  expect(screen.getByLabelText<HTMLTextAreaElement>("The record as JSON").readOnly).toBe(true);
  screen.getByText(/Only its owner can do this\./);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

test("the map begins with the default configuration", async () => {
  const configurations = [
    { id: "end", name: "End stage", closed: ["102"] },
    { id: "round", name: "In the round" },
  ];
  const { rules } = (await openHall("map", {})).stored.venue;
  await goTo("venues");
  const layout = { ...rules.layout, configurations, defaultConfiguration: "end" };
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
