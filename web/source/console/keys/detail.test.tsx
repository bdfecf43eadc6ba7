import { expect, test } from "vitest";
import { fakeService, OPERATOR, OWNER, openConsole } from "../../testing/console-page";
import { example, problem } from "../../testing/fake-service";
import { fill, screen, user, within } from "../../testing/page";
import type { ApiKey } from "./draft";

const BEFORE = example<ApiKey>("getKey", {
  keyId: "key_1",
  label: "Before",
  allowedOrigins: [],
  embedFrameAncestors: [],
  groups: ["seats", "events", "management_read_only"],
});
const THEIRS: ApiKey = { ...BEFORE, label: "Theirs", allowedOrigins: ["https://theirs.example"], version: 2 };

const press = (name: string) => user.click(screen.getByRole("button", { name }));
const label = () => screen.getByLabelText<HTMLInputElement>("Label");

/** The screen of a key that the service changes as it is asked to. */
async function openKey(caller = OWNER, key = BEFORE) {
  const service = fakeService(caller).answer("getKey", key);
  service.answer("updateKey", ({ body }) => {
    const changed = { ...key, ...(body as object), version: key.version + 1 };
    service.answer("getKey", changed);
    return changed;
  });
  await openConsole("keys/key_1");
  await screen.findByRole("heading", { level: 1, name: key.label });
  return service;
}

/** The form of a key that somebody else changed while it was open, and whose change was sent. */
async function changeMeanwhile() {
  const service = await openKey();
  service.answer("updateKey", () => problem(409, "conflict", "The key has changed; nothing was written."));
  service.answer("getKey", THEIRS);
  fill(label(), "Mine");
  await press("Save changes");
  const dialog = within(await screen.findByRole("dialog", { name: "The key was changed meanwhile" }));
  return { service, dialog };
}

test("only what was changed is sent, with the version that was read", async () => {
  const service = await openKey();
  const facts = within(screen.getByRole("complementary", { name: "About the key" }));
  facts.getByText("Seats, Events, Management (read only)");
  const question = within(screen.getByRole("group", { name: "What may it do?" }));
  expect(question.getByLabelText<HTMLInputElement>(/Read everything/).checked).toBe(true);
  await user.click(question.getByLabelText(/Choose groups of operations/));
  await user.click(screen.getByRole("checkbox", { name: /^Events/ }));
  await press("Save changes");
  await facts.findByText("Seats, Management (read only)");
  expect(service.lastBody("updateKey")).toEqual({ groups: ["seats", "management_read_only"] });
  expect(service.received("updateKey")[0]?.headers["If-Match"]).toBe('"1"');
  screen.getByText("No changes.");
});

test("Ctrl+S saves", async () => {
  const service = await openKey();
  fill(label(), "By shortcut");
  await user.keyboard("{Control>}s{/Control}");
  await screen.findByRole("heading", { level: 1, name: "By shortcut" });
  expect(service.received("updateKey")).toHaveLength(1);
});

test("the operator sets a rate limit, and a fault of a number stands at its field", async () => {
  const service = await openKey(OPERATOR);
  await user.click(screen.getByLabelText("Custom limit"));
  fill(screen.getByLabelText("Requests"), "10");
  fill(screen.getByLabelText("Burst"), "20");
  service.answer("updateKey", () =>
    problem(400, "validation_failed", "The body has 1 fault.", [
      { pointer: "/rateLimit/burst", detail: "must be at most requests" },
    ]),
  );
  await press("Save changes");
  await screen.findByText("Must be at most requests.");
  expect(screen.getByLabelText("Burst").getAttribute("aria-invalid")).toBe("true");
  fill(screen.getByLabelText("Burst"), "5");
  await press("Save changes");
  expect(service.lastBody("updateKey")).toEqual({ rateLimit: { requests: 10, windowSeconds: 60, burst: 5 } });
});

test("a change that came between is shown beside one's own, which can be applied on top of it", async () => {
  const { service, dialog } = await changeMeanwhile();
  const row = within(dialog.getByRole("row", { name: /^Label/ }));
  row.getByText("both changed it");
  expect(row.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual(["Before", "Theirs", "Mine"]);
  service.answer("updateKey", { ...THEIRS, label: "Mine", version: 3 });
  await press("Apply my changes");
  await screen.findByRole("heading", { level: 1, name: "Mine" });
  expect(service.lastBody("updateKey")).toEqual({ label: "Mine" });
  expect(service.received("updateKey").at(-1)?.headers["If-Match"]).toBe('"2"');
});

test("a change that came between can be taken", async () => {
  const { service } = await changeMeanwhile();
  await press("Use their version");
  expect(label().value).toBe("Theirs");
  const origin = screen.getByLabelText<HTMLInputElement>("Allowed origins, origin 1");
  expect(origin.value).toBe("https://theirs.example");
  expect(service.received("updateKey")).toHaveLength(1);
});

test("a conflict about something else than the version is an ordinary problem", async () => {
  const service = await openKey();
  service.answer("updateKey", () => problem(409, "conflict", "Another keyless key has this origin."));
  fill(label(), "Mine");
  await press("Save changes");
  await screen.findByText("Another keyless key has this origin.");
});

test("leaving unsaved changes asks first", async () => {
  await openKey();
  fill(label(), "Half done");
  await user.click(screen.getByRole("link", { name: "Events" }));
  await screen.findByRole("dialog", { name: "Leave without saving?" });
  await press("Stay here");
  expect(label().value).toBe("Half done");
  await user.click(screen.getByRole("link", { name: "Events" }));
  await screen.findByRole("dialog", { name: "Leave without saving?" });
  await press("Leave");
  await screen.findByRole("heading", { level: 1, name: "Events" });
});

test("a key that only reads is told why nothing can be changed, and sees what the key may do", async () => {
  await openKey({ ...OWNER, groups: ["management_read_only"] }, { ...BEFORE, groups: null });
  screen.getAllByText("Your key may only read. Changes need a key with the group Management.");
  expect(label().matches("fieldset:disabled *")).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>(/Everything that its tenant may/).checked).toBe(true);
  expect(screen.queryByRole("button", { name: /Revoke|Rotate|Save changes|Discard changes/ })).toBeNull();
});
