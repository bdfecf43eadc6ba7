import { expect, test } from "vitest";
import { OWNER } from "../../testing/console-page";
import { draftOf, type FakeDraft, storeDraft } from "../../testing/fake-draft";
import { example, problem } from "../../testing/fake-service";
import { openHall } from "../../testing/fake-venue";
import { fill, screen, user, within } from "../../testing/page";
import { editorText, findEditor, isEditorFocused, rewrite } from "../../testing/record-editor";

const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

async function openDraft(first: FakeDraft | null = draftOf()) {
  const opened = await openHall("", {}, OWNER);
  const drafts = storeDraft(opened.service, first);
  await user.click(screen.getByRole("link", { name: "Keys" }));
  await screen.findByRole("heading", { level: 1, name: "Keys" });
  location.hash = "#/venues/ven_hall/record";
  await findEditor();
  return { ...opened, drafts };
}

test("a text is saved as a draft, which buyers do not see, and is discarded once that is confirmed", async () => {
  const { service, stored, drafts } = await openDraft(null);
  await rewrite('"Hall"', '"Hall of mine"');
  await press("Save draft");
  const panel = within(await screen.findByRole("region", { name: "Draft" }));
  panel.getByText(/Buyers see version 1 until you publish it/);
  await screen.findByText("Draft saved.");
  screen.getByRole("tab", { name: "Record (draft)" });
  expect([stored.venue.name, drafts.draft?.record.name]).toEqual(["Hall", "Hall of mine"]);
  expect(service.received("putDraft")[0]).toMatchObject({
    headers: { "If-None-Match": "*" },
    query: { baseVersion: "1" },
  });
  await press("Discard draft");
  await press("Discard");
  await expect.poll(() => screen.queryByRole("region", { name: "Draft" })).toBeNull();
  expect(drafts.draft).toBeNull();
  await expect.poll(editorText).toContain('"Hall"');
});

test("faults of a draft do not keep it from being saved, and lead to their places", async () => {
  const faults = [{ pointer: "/name", detail: "must not be empty" }];
  await openDraft(draftOf({ faults, isPreviewable: false }));
  await screen.findByText("The draft is saved. It cannot be published yet: there is 1 error.");
  await press(/must not be empty/);
  expect(isEditorFocused()).toBe(true);
  screen.getByText("The viewer can show it once its name and its layout have no faults.");
});

test("before a publish, what changes for buyers is said in words", async () => {
  const { service, stored, drafts } = await openDraft();
  service.answer("publishDraft", ({ query }) => {
    if (query.dryRun !== "true") {
      stored.venue = { ...stored.venue, name: "Hall of tomorrow", version: 2 };
      drafts.draft = null;
    }
    return example("publishDraft", { version: 2 });
  });
  await press("Publish...");
  const publishing = await dialog("Publish this draft?");
  await publishing.findByText("1 seat gone that buyers looked at in the last 30 days");
  publishing.getByText(/It becomes version 2/);
  fill(publishing.getByLabelText(/^Message/), "For the winter ");
  await press("Publish");
  await screen.findByRole("heading", { level: 1, name: "Hall of tomorrow" });
  await expect.poll(() => screen.queryByRole("region", { name: "Draft" })).toBeNull();
  screen.getByText("No changes.");
  const sent = service.received("publishDraft");
  expect(sent.map(({ body, headers }) => [body, headers["If-Match"]])).toEqual([
    [{}, `"1.${draftOf().draftId}"`],
    [{ message: "For the winter" }, `"1.${draftOf().draftId}"`],
  ]);
});

test("the dialog lists names that lead elsewhere, and shows their place in the record", async () => {
  const { service } = await openDraft();
  service.answer("publishDraft", () => example("publishDraft", { version: 2 }));
  await press("Publish...");
  const publishing = await dialog("Publish this draft?");
  await user.click(await publishing.findByRole("button", { name: "“Left” leads to no place." }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await expect.poll(isEditorFocused).toBe(true);
});

test("a publish saves what was changed since the draft was saved", async () => {
  const { drafts } = await openDraft();
  await rewrite('"Hall of tomorrow"', '"Hall of today"');
  await press("Publish...");
  await dialog("Publish this draft?");
  expect(drafts.draft?.record.name).toBe("Hall of today");
});

test("changes of two people at different places are both taken into the draft", async () => {
  const { drafts } = await openDraft();
  await rewrite('"Hall of tomorrow"', '"Hall of mine"');
  drafts.draft = draftOf({ record: { ...drafts.draft?.record, timezone: "Europe/Paris" }, revision: 2 });
  await press("Save draft");
  const conflict = await dialog("Changed meanwhile");
  conflict.getByText(/Somebody else saved this draft/);
  await press("Take both changes");
  await screen.findByText("Draft saved.");
  expect(drafts.draft?.record).toMatchObject({ name: "Hall of mine", timezone: "Europe/Paris" });
  expect(await editorText()).toContain("Europe/Paris");
});

test("where both changed the same place, one side is chosen, and nothing is sent before", async () => {
  const { service, drafts } = await openDraft();
  await rewrite('"Hall of tomorrow"', '"Hall of mine"');
  drafts.draft = draftOf({ record: { ...drafts.draft?.record, name: "Hall of theirs" }, revision: 2 });
  await press("Save draft");
  await dialog("Changed meanwhile");
  expect(screen.queryByRole("button", { name: "Take both changes" })).toBeNull();
  await press("Decide later");
  expect(await editorText()).toContain("Hall of mine");
  await press("Decide...");
  await dialog("Changed meanwhile");
  await press("Use the saved draft");
  expect(await editorText()).toContain("Hall of theirs");
  expect(service.received("putDraft")).toHaveLength(2);
});

test("a draft that somebody else saved meanwhile is not discarded, but shown", async () => {
  const { drafts } = await openDraft();
  drafts.draft = draftOf({ record: { ...drafts.draft?.record, name: "Hall of theirs" }, revision: 2 });
  await press("Discard draft");
  await press("Discard");
  const conflict = await dialog("Changed meanwhile");
  conflict.getByText(/Somebody else saved this draft/);
  expect(drafts.draft?.record.name).toBe("Hall of theirs");
});

test("a draft that somebody else published is not lost, and begins a new one", async () => {
  const { service, stored, drafts } = await openDraft();
  await rewrite('"Hall of tomorrow"', '"Hall of mine"');
  drafts.draft = null;
  stored.venue = { ...stored.venue, name: "Hall of tomorrow", version: 2 };
  await press("Save draft");
  const conflict = await dialog("Changed meanwhile");
  conflict.getByText(/Somebody else published or discarded this draft/);
  await press("Take both changes");
  await screen.findByText("Draft saved.");
  expect(service.received("putDraft").at(-1)).toMatchObject({
    headers: { "If-None-Match": "*" },
    query: { baseVersion: "2" },
    body: { name: "Hall of mine" },
  });
});

test("a draft whose venue has moved on takes over what was published", async () => {
  const { service, stored, drafts } = await openDraft();
  stored.venue = { ...stored.venue, timezone: "Europe/Paris", version: 2 };
  service.answer("publishDraft", () => problem(412, "precondition_failed", "The venue was published since."));
  await press("Publish...");
  const conflict = await dialog("Changed meanwhile");
  conflict.getByText(/Version 2 was published/);
  await press("Take both changes");
  await screen.findByText(/Buyers see version 2/);
  expect(drafts.draft).toMatchObject({
    record: { name: "Hall of tomorrow", timezone: "Europe/Paris" },
    baseVersion: 2,
  });
});

test("the link to a draft lasts a day, says so, and can be ended", async () => {
  const { service } = await openDraft();
  await press("Open in viewer");
  const link = await dialog("Look at the draft in the viewer");
  await link.findByText(/The link lasts a day, until/);
  expect(service.lastBody("createSession")).toEqual({ venue: "ven_hall", draft: true, ttlSeconds: 86_400 });
  expect(link.getByLabelText<HTMLInputElement>("Link").value).toContain("/viewer/");
  await press("End the link now");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(service.received("endSession")).toHaveLength(1);
});
