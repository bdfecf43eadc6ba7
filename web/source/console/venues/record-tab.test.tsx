import { expect, test, vi } from "vitest";
import { problem } from "../../testing/fake-service";
import { openHall } from "../../testing/fake-venue";
import { fill, goTo, screen, user, within } from "../../testing/page";

const editor = () => screen.getByLabelText<HTMLTextAreaElement>("The record as JSON");
const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
const rewrite = (from: string, to: string) => fill(editor(), editor().value.replace(from, to));

test("a fault leads to its place in the text, with help for the member there", async () => {
  const { service } = await openHall("record");
  service.answer("replaceVenue", () =>
    problem(400, "validation_failed", "The body has 1 fault.", [
      { pointer: "/rules/layout/sections/0/seats/count", detail: "must be at most 1000" },
    ]),
  );
  rewrite('"count": 6', '"count": 6000');
  await press("Save and publish");
  await user.click(await screen.findByRole("button", { name: /\/rules\/layout\/sections\/0\/seats\/count/ }));
  expect(document.activeElement).toBe(editor());
  const { value, selectionStart, selectionEnd } = editor();
  expect(value.slice(selectionStart, selectionEnd)).toBe('"count": 6000');
  const side = within(screen.getByRole("complementary", { name: "Help and map" }));
  await side.findByRole("heading", { name: "count" });
  side.getByText("whole number");
});

test("a text that is not JSON says where, and is not sent", async () => {
  const { service } = await openHall("record");
  rewrite('"focus"', "focus");
  await screen.findByRole("button", { name: /the name of a member/ });
  await press("Save and publish");
  expect(document.activeElement).toBe(editor());
  expect(service.received("replaceVenue")).toEqual([]);
});

test("a record that was saved meanwhile shows both sides, and is overwritten only if that is chosen", async () => {
  const { service, stored } = await openHall("record");
  rewrite('"Hall"', '"Hall of mine"');
  stored.venue = { ...stored.venue, name: "Hall of theirs", version: 2 };
  await press("Save and publish");
  const dialog = within(await screen.findByRole("dialog", { name: "Changed meanwhile" }));
  const cells = within(dialog.getByRole("row", { name: /^\/name/ })).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual(['"Hall of theirs"', '"Hall of mine"']);
  expect(stored.venue.name).toBe("Hall of theirs");
  await press("Overwrite with mine");
  await screen.findByRole("heading", { level: 1, name: "Hall of mine" });
  expect(service.received("replaceVenue").map(({ headers }) => headers["If-Match"])).toEqual(['"1"', '"2"']);
});

test("the version that was saved meanwhile can be taken", async () => {
  const { service, stored } = await openHall("record");
  rewrite('"Hall"', '"Hall of mine"');
  stored.venue = { ...stored.venue, name: "Hall of theirs", version: 2 };
  await press("Save and publish");
  await screen.findByRole("dialog", { name: "Changed meanwhile" });
  await press("Use the saved version");
  await screen.findByRole("heading", { level: 1, name: "Hall of theirs" });
  expect(editor().value).toContain("Hall of theirs");
  expect(service.received("replaceVenue")).toHaveLength(1);
});

test("the map follows the text before it is saved, and the tab says that it is not", async () => {
  await openHall("record");
  rewrite('"102"', '"Balcony"');
  await goTo("venues/ven_hall/map");
  screen.getByRole("tab", { name: "Record (not saved)" });
  const map = within(screen.getByRole("tabpanel", { name: "Map" }));
  await map.findByRole("button", { name: /^Section Balcony/ });
  map.getByText("Shows unsaved changes");
});

test("saving keeps what the text does not show as its own tab: translations, ads and image links", async () => {
  const translations = { de: { sections: { "101": "Block 101" } } };
  const { service, stored } = await openHall("record", { translations });
  rewrite('"Block 101"', '"Rang 101"');
  await user.keyboard("{Control>}s{/Control}");
  await screen.findByText("Saved.");
  expect(stored.venue.translations).toEqual({ de: { sections: { "101": "Rang 101" } } });
  const sent = Object.keys(service.lastBody("replaceVenue") as object).sort();
  expect(sent).toEqual(
    [
      "name",
      "timezone",
      "aliases",
      "imagerySets",
      "rules",
      "ads",
      "viewerDefaults",
      "imageLinks",
      "translations",
    ].sort(),
  );
});

test("changes are discarded once that is confirmed", async () => {
  await openHall("record");
  rewrite('"Hall"', '"Other"');
  await press("Discard changes");
  await screen.findByRole("dialog", { name: "Discard your changes?" });
  await press("Keep them");
  expect(editor().value).toContain('"Other"');
  await press("Discard changes");
  await press("Discard");
  expect(editor().value).toContain('"Hall"');
});

test("other tabs of the venue keep what is written, and other screens ask about it", async () => {
  await openHall("record");
  rewrite('"Hall"', '"Other"');
  await goTo("venues/ven_hall/aliases");
  expect(screen.getByRole("tab", { name: "Aliases" }).getAttribute("aria-selected")).toBe("true");
  await user.click(screen.getByRole("link", { name: "Keys" }));
  await screen.findByRole("dialog", { name: "Leave without saving?" });
  await press("Stay here");
  await user.click(screen.getByRole("tab", { name: /^Record/ }));
  await screen.findByRole("tab", { name: "Record (not saved)", selected: true });
  expect(editor().value).toContain('"Other"');
});

test("aliases that another tab saves are merged into the text that is being written", async () => {
  await openHall("record");
  rewrite('"Hall"', '"Other"');
  await goTo("venues/ven_hall/aliases");
  await press("Add alias");
  fill(screen.getByLabelText("Name of alias 1"), "Kop");
  await press("Save aliases");
  await screen.findByText("The aliases were saved");
  await goTo("venues/ven_hall/record");
  expect(JSON.parse(editor().value)).toMatchObject({ name: "Other", aliases: [{ name: "Kop" }] });
});

test("a search marks what it finds, and Escape ends it", async () => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  await openHall("record");
  await press("Find");
  fill(screen.getByLabelText("Find in the record"), "hall");
  await expect.poll(() => document.querySelector(".editor-found mark.is-current")?.textContent).toBe("Hall");
  screen.getByText("1 of 1");
  await user.keyboard("{Escape}");
  expect(screen.queryByLabelText("Find in the record")).toBeNull();
  expect(document.activeElement).toBe(editor());
});
