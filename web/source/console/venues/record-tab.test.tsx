import { expect, test } from "vitest";
import { draftOf, storeDraft } from "../../testing/fake-draft";
import { problem } from "../../testing/fake-service";
import { openHall } from "../../testing/fake-venue";
import { fill, goTo, screen, user, within } from "../../testing/page";
import { editorText, findEditor, isEditorFocused, rewrite, selectedText } from "../../testing/record-editor";

const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));

async function openRecord(changes: object = {}) {
  const opened = await openHall("record", changes);
  const drafts = storeDraft(opened.service, null);
  await findEditor();
  return { ...opened, drafts };
}

test("a fault leads to its place in the text, with help for the member there", async () => {
  const { service } = await openRecord();
  const faults = [{ pointer: "/rules/layout/sections/0/seats/count", detail: "must be at most 1000" }];
  service.answer("putDraft", ({ body }) => draftOf({ record: body, faults, isPreviewable: false }));
  await rewrite('"count": 6', '"count": 6000');
  await press("Save draft");
  await user.click(await screen.findByRole("button", { name: /\/rules\/layout\/sections\/0\/seats\/count/ }));
  expect(isEditorFocused()).toBe(true);
  expect(await selectedText()).toBe('"count": 6000');
  const side = within(screen.getByRole("complementary", { name: "Help and map" }));
  await side.findByRole("heading", { name: "count" });
  side.getByText("whole number");
});

test("a name that leads elsewhere is listed after saving, with a link to its place", async () => {
  const { service } = await openRecord();
  const pointer = "/rules/layout/sections/0/seats/count";
  const warnings = [{ pointer, label: "Left", resolvedTo: "102", reason: "Give it another name." }];
  const found = { warnings, warningsCount: 3, sectionsNotChecked: 7 };
  service.answer("putDraft", ({ body }) => draftOf({ record: body, ...found }));
  await rewrite('"count": 6', '"count": 5');
  await press("Save draft");
  const list = within(await screen.findByRole("region", { name: "Names on tickets" }));
  list.getByText("Tickets with 3 of the names would not lead to their own place:");
  list.getByText("2 more are not listed.");
  list.getByText(/^The names of 7 sections were not tried/);
  list.getByText(/Give it another name\.$/);
  await press("“Left” leads to the place 102.");
  expect(await selectedText()).toBe('"count": 5');
});

test("a text that is not JSON says where, is not sent, and leaves the designer as it was", async () => {
  const { service } = await openRecord();
  await rewrite('"focus"', "focus");
  await screen.findByText(/^Line \d+ of the text: .*the name of a member/);
  await press("Publish...");
  expect(isEditorFocused()).toBe(true);
  expect(await selectedText()).toBe("f");
  expect(service.received("putDraft")).toEqual([]);
  await goTo("venues/ven_hall/design");
  await press("Go to the fault");
  await screen.findByRole("tab", { name: "Record (not saved)", selected: true });
  await rewrite("focus", '"focus"');
  await screen.findByRole("tab", { name: "Record", selected: true });
});

test("what was formatted by hand stays when something else changes", async () => {
  await openRecord();
  await rewrite('"timezone": "', '"timezone":       "');
  await goTo("venues/ven_hall/map");
  await goTo("venues/ven_hall/record");
  await rewrite('"Hall"', '"Other"');
  expect(await editorText()).toContain('"timezone":       "');
  await press("Format");
  expect(await editorText()).not.toContain('"timezone":       "');
});

test("the map follows the text before it is saved, and the tab says that it is not", async () => {
  await openRecord();
  await rewrite('"102"', '"Balcony"');
  await goTo("venues/ven_hall/map");
  screen.getByRole("tab", { name: "Record (not saved)" });
  const map = within(screen.getByRole("tabpanel", { name: "Map" }));
  await map.findByRole("button", { name: /^Section Balcony/ });
  map.getByText("Shows unsaved changes");
});

test("saving keeps what the text does not show as its own tab: translations, ads and image links", async () => {
  const { drafts, service } = await openRecord({ translations: { de: { sections: { "101": "Block 101" } } } });
  await rewrite('"Block 101"', '"Rang 101"');
  await user.keyboard("{Control>}s{/Control}");
  await screen.findByText("Draft saved.");
  expect(drafts.draft?.record).toMatchObject({ translations: { de: { sections: { "101": "Rang 101" } } } });
  expect(Object.keys(service.lastBody("putDraft") as object).sort()).toEqual([
    "ads",
    "aliases",
    "imageLinks",
    "imagerySets",
    "name",
    "rules",
    "timezone",
    "translations",
    "viewerDefaults",
  ]);
});

test("a change is saved by itself, and what could not be saved is said and tried again", async () => {
  const { service, drafts } = await openRecord();
  service.answer("putDraft", () => problem(400, "validation_failed", "The body is too deep."));
  await rewrite('"Hall"', '"Other"');
  await screen.findByText(/^The body is too deep/);
  storeDraft(service, null, drafts);
  await press("Try again");
  await screen.findByText("Draft saved.");
  await rewrite('"Other"', '"Third"');
  await expect.poll(() => drafts.draft?.record.name).toBe("Third");
  expect(screen.queryByText("The draft was saved")).toBeNull();
});

test("other tabs of the venue keep what is written, and other screens ask about it", async () => {
  await openRecord();
  await rewrite('"Hall"', '"Other"');
  await goTo("venues/ven_hall/aliases");
  expect(screen.getByRole("tab", { name: "Aliases" }).getAttribute("aria-selected")).toBe("true");
  await user.click(screen.getByRole("link", { name: "Keys" }));
  await screen.findByRole("dialog", { name: "Leave without saving?" });
  await press("Stay here");
  await user.click(screen.getByRole("tab", { name: /^Record/ }));
  await screen.findByRole("tab", { name: /^Record/, selected: true });
  expect(await editorText()).toContain('"Other"');
});

test("aliases that another tab saves are merged into the draft that is being written", async () => {
  const { drafts } = await openRecord();
  await rewrite('"Hall"', '"Other"');
  await press("Save draft");
  await screen.findByText("Draft saved.");
  await goTo("venues/ven_hall/aliases");
  await press("Add alias");
  fill(screen.getByLabelText("Name of alias 1"), "Kop");
  await press("Save aliases");
  await screen.findByText("The aliases were saved");
  await goTo("venues/ven_hall/record");
  expect(JSON.parse(await editorText())).toMatchObject({ name: "Other", aliases: [{ name: "Kop" }] });
  await expect.poll(() => drafts.draft).toMatchObject({ baseVersion: 2, record: { aliases: [{ name: "Kop" }] } });
});
