import { expect, test, vi } from "vitest";
import { example, exampleItem, problem } from "../../testing/fake-service";
import { openHall } from "../../testing/fake-venue";
import { fill, screen, user, within } from "../../testing/page";
import { keepersOf } from "./delete-image-dialog";
import { nameOf } from "./key-names";

const NEW = exampleItem("listVersions", { version: 3, message: null, restoredFrom: 1, isPublished: true });
const OLD = exampleItem("listVersions", { version: 2, message: "Row G", isPublished: false, seats: null });
const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));

async function openVersions() {
  const opened = await openHall("", { version: 3 });
  opened.service.answer("listVersions", { data: [NEW, OLD], nextCursor: null });
  await user.click(screen.getByRole("tab", { name: "Versions" }));
  await screen.findByRole("row", { name: /^2/ });
  return opened;
}

test("versions are listed, and the published one cannot be restored or deleted", async () => {
  await openVersions();
  const published = within(screen.getByRole("row", { name: /published/ }));
  published.getByText("Version 1 restored");
  expect(published.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Download"]);
  const old = within(screen.getByRole("row", { name: /^2/ }));
  old.getByText("Row G");
  expect(old.getAllByText("not known")).toHaveLength(1);
});

test("a version is compared with the published one", async () => {
  const { service } = await openVersions();
  await press("Compare version 2");
  const dialog = within(await screen.findByRole("dialog", { name: "From version 2 to version 3" }));
  await dialog.findByText("10 seats added");
  expect(service.received("getVersionChanges")[0]).toMatchObject({ path: { version: "3" }, query: { since: "2" } });
});

test("a version is restored with a message, after it was said what changes and which images are gone", async () => {
  const { service, stored } = await openVersions();
  await press("Restore version 2");
  const dialog = within(await screen.findByRole("dialog", { name: "Restore version 2?" }));
  await dialog.findByText(/restored without: 101\/a\.jpg\./);
  fill(dialog.getByLabelText(/^Message/), "Back to the summer");
  stored.venue = { ...stored.venue, name: "Hall of summer", version: 4 };
  await press("Restore");
  await screen.findByRole("heading", { level: 1, name: "Hall of summer" });
  const sent = service.received("restoreVersion").map(({ query, body }) => [query.dryRun, body]);
  expect(sent).toEqual([
    ["true", {}],
    [undefined, { message: "Back to the summer" }],
  ]);
});

test("an old version is downloaded as JSON, and deleted once that is confirmed", async () => {
  const { service } = await openVersions();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  service.answer("getVersion", example("getVersion", { record: { name: "Hall" }, imagesGoneCount: 2 }));
  await press("Download version 2");
  await screen.findByText(/names 2 images that do not exist any more/);
  expect(saved).toEqual(["hall.version-2.json"]);
  await press("Delete version 2");
  await press("Delete");
  await screen.findByText("Version 2 was deleted");
  expect(service.received("deleteVersion")[0]?.path).toMatchObject({ version: "2" });
});

test("an image that versions name is deleted only after it was said which", async () => {
  const { service } = await openHall("imagery");
  service.answer("deleteImage", ({ query }) =>
    query.force === "true"
      ? {}
      : problem(409, "conflict", "The image is named by version 1.", [{ detail: "version 1 names the image" }]),
  );
  await user.click((await screen.findAllByRole("button", { name: /^Delete / }))[0]!);
  await press("Delete");
  await screen.findByText("It was not deleted yet, because version 1 names it.");
  await press("Delete all the same");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(service.received("deleteImage").map(({ query }) => query)).toEqual([{}, { force: "true" }]);
});

test("what names an image is said in a sentence", () => {
  const refused = (...details: string[]) => ({ status: 409, errors: details.map((detail) => ({ detail })) });
  const version = (number: number) => `version ${number} names the image`;
  expect(keepersOf(refused("the draft names the image"))).toBe("the draft names");
  expect(keepersOf(refused("the draft names the image", version(3)))).toBe("the draft and version 3 name");
  expect(keepersOf(refused(version(3), version(2), version(1)))).toBe("versions 3, 2 and 1 name");
  expect(keepersOf(refused(...Array.from({ length: 12 }, (_, index) => version(index))))).toContain(
    "7 and others name",
  );
  expect(keepersOf(refused())).toBeNull();
});

test("who published a version is said by the name of the key", () => {
  const names = new Map([["key_1", "“Box office”"]]);
  expect(nameOf("key_1", "key_1", names)).toBe("“Box office” (your key)");
  expect(nameOf("key_2", "key_1", names)).toBe("key_2");
  expect(nameOf("operator", null, undefined)).toBe("the command line");
  expect(nameOf(null, null, undefined)).toBe("not known");
});
