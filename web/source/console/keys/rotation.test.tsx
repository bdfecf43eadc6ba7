import { expect, test } from "vitest";
import { fakeService, OWNER, openConsole } from "../../testing/console-page";
import { example, exampleItem, problem } from "../../testing/fake-service";
import { fill, screen, user, within } from "../../testing/page";
import type { ApiKey } from "./draft";

const HOUR_MS = 3_600_000;
const KEY = example<ApiKey>("getKey", {
  keyId: "key_old",
  label: "Turnstile",
  allowedOrigins: [],
  embedFrameAncestors: [],
});
/** A key whose pages name it without its secret. */
const PAGE_KEY: ApiKey = {
  ...KEY,
  label: "Shop page",
  allowedOrigins: ["https://shop.example"],
  allowOriginOnly: true,
  embedFrameAncestors: ["https://shop.example"],
  usesWithoutSecret: [{ day: new Date().toISOString().slice(0, 10), requests: 1 }],
};

const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));

/** The screen of a key. Once it is rotated, it is refused in a bit less than an hour. */
async function openKey(key: ApiKey) {
  const service = fakeService().answer("getKey", ({ path }) =>
    path.keyId === "key_old" ? current : { ...replacement, ...path },
  );
  const revokeAt = new Date(Date.now() + HOUR_MS - 10_000).toISOString();
  const replacement = { ...key, keyId: "key_new", rotatedFrom: "key_old", lastUsedAt: null };
  let current = key;
  service.answer("rotateKey", () => {
    current = { ...key, revokeAt, rotatedTo: "key_new", version: 2 };
    return { ...replacement, plaintext: "sk_live_new", previous: { keyId: "key_old", revokeAt } };
  });
  service.answer("updateKey", () => {
    current = { ...key, version: 3 };
    return current;
  });
  service.answer("revokeKey", () => {
    current = { ...key, status: "revoked" };
    return {};
  });
  await openConsole("keys/key_old");
  await screen.findByRole("heading", { level: 1, name: key.label });
  return service;
}

async function rotate() {
  await press("Rotate");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Rotate" }));
  return within(await screen.findByRole("dialog", { name: /^The new secret of/ }));
}

async function closeSecret() {
  await press("Done");
  await press("Close anyway");
}

test("a rotation gives the time that was chosen, shows the new secret, and counts down", async () => {
  const service = await openKey(KEY);
  await press("Rotate");
  const dialog = within(screen.getByRole("dialog", { name: "Rotate “Turnstile”" }));
  expect(dialog.getByLabelText<HTMLInputElement>(/In 1 day/).checked).toBe(true);
  await user.click(dialog.getByLabelText("In 1 hour"));
  await user.click(dialog.getByRole("button", { name: "Rotate" }));
  const secret = within(await screen.findByRole("dialog", { name: "The new secret of “Turnstile”" }));
  expect(secret.getByLabelText("Secret key").textContent).toBe("sk_live_new");
  expect(service.lastBody("rotateKey")).toEqual({ gracePeriodSeconds: 3600 });
  expect(service.received("rotateKey")[0]?.headers["Idempotency-Key"]).toBeTruthy();
  await closeSecret();
  await screen.findByText(/This key has been replaced\./);
  screen.getAllByText(/^59 min \d+ s left$/);
});

test("a scheduled revoke is cancelled, and the replacement is revoked if that is asked for", async () => {
  const service = await openKey(KEY);
  await rotate();
  await closeSecret();
  await screen.findByText(/This key has been replaced\./);
  await press("Cancel the revoke");
  const question = within(screen.getByRole("dialog", { name: "Keep “Turnstile”?" }));
  await user.click(await question.findByRole("checkbox", { name: "Also revoke the replacement key_new" }));
  question.getByText("It has not been used yet. This cannot be undone.");
  await press("Keep it, and revoke the replacement");
  await expect.poll(() => screen.queryByText(/This key has been replaced\./)).toBeNull();
  expect(service.lastBody("updateKey")).toEqual({ status: "active" });
  expect(service.received("updateKey")[0]?.headers["If-Match"]).toBe('"2"');
  expect(service.received("revokeKey").map(({ path }) => path.keyId)).toEqual(["key_new"]);
});

test("a replacement that one is signed in with is not revoked along the way", async () => {
  await openKey({ ...KEY, revokeAt: "2126-01-01T00:00:00Z", rotatedTo: OWNER.keyId });
  await user.click(await screen.findByRole("button", { name: "Cancel the revoke" }));
  const offer = await screen.findByRole<HTMLInputElement>("checkbox", { name: /Also revoke the replacement/ });
  expect(offer.disabled).toBe(true);
  screen.getByText("You are signed in with it.");
});

test("the rotation of a key that pages name shows what they have to name", async () => {
  const service = await openKey(PAGE_KEY);
  service.answer("listSeats", { data: [{ key: "107/K/9" }], nextCursor: null });
  await press("Rotate");
  const dialog = within(screen.getByRole("dialog", { name: "Rotate “Shop page”" }));
  dialog.getByText(/Requests of pages: 1 request today/);
  expect(dialog.getByLabelText<HTMLInputElement>(/In 7 days/).checked).toBe(true);
  await user.click(dialog.getByRole("button", { name: "Rotate" }));
  const secret = within(await screen.findByRole("dialog", { name: "The new secret of “Shop page”" }));
  secret.getByRole("heading", { name: "Change your pages" });
  expect(secret.getByRole("region", { name: "HTML" }).textContent).toContain('key-id="key_new"');
  await closeSecret();
  await screen.findByText(/Requests that still name this key: 1 request today, 0 yesterday\./);
  expect(screen.getByRole("region", { name: "HTML" }).textContent).toContain('key-id="key_new"');
  await press("Revoke");
  within(screen.getByRole("dialog")).getByText(/1 request today/);
});

test("a revoke is confirmed by the key's name", async () => {
  const service = await openKey(KEY);
  await press("Revoke");
  const dialog = within(screen.getByRole("dialog", { name: "Revoke “Turnstile”?" }));
  const confirm = dialog.getByRole<HTMLButtonElement>("button", { name: "Revoke" });
  expect(confirm.disabled).toBe(true);
  const typed = dialog.getByRole("textbox");
  expect(document.activeElement).toBe(typed);
  fill(typed, "Another turnstile");
  expect(confirm.disabled).toBe(true);
  fill(typed, "Turnstile");
  await user.click(confirm);
  await screen.findByText(/This key is revoked\./);
  expect(service.received("revokeKey").map(({ path }) => path.keyId)).toEqual(["key_old"]);
});

test("a revoke names the webhooks that end with the key, and keeps them if that is asked for", async () => {
  const service = await openKey(KEY);
  const webhook = exampleItem("listWebhooks", { label: "Shop", createdBy: "key_old" });
  const other = exampleItem("listWebhooks", { label: "Other", createdBy: "key_2", changedBy: "key_2" });
  service.answer("listWebhooks", { data: [webhook, other], nextCursor: null });
  await press("Revoke");
  const dialog = within(screen.getByRole("dialog"));
  await user.click(await dialog.findByRole("checkbox", { name: "Keep its webhooks" }));
  dialog.getByText(/^“Shop”: made or last changed with this key\./);
  fill(dialog.getByRole("textbox"), "Turnstile");
  await user.click(dialog.getByRole("button", { name: "Revoke" }));
  await expect.poll(() => service.received("revokeKey").map(({ query }) => query)).toEqual([{ keepWebhooks: "true" }]);
});

test("a refused revoke is shown in its dialog", async () => {
  const service = await openKey(KEY);
  service.answer("revokeKey", () => problem(409, "conflict", "The key is the last one."));
  await press("Revoke");
  fill(screen.getByRole("textbox", { name: /to confirm/ }), "Turnstile");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Revoke" }));
  await within(screen.getByRole("dialog")).findByText("The key is the last one.");
});
