import { expect, test } from "vitest";
import { fakeService, OPERATOR, OWNER, openConsole } from "../../testing/console-page";
import { example, exampleItem, problem } from "../../testing/fake-service";
import { fill, goTo, screen, user, within } from "../../testing/page";
import type { Delivery, Webhook } from "./draft";

const WEBHOOK = example<Webhook>("getWebhook", { webhookId: "whk_1", label: "Ticket shop" });
const FAILED = exampleItem("listDeliveries", { deliveryId: "msg_1", webhookId: "whk_1" }) as unknown as Delivery;
const PING = example<Delivery>("testWebhook", { deliveryId: "msg_2", nextAttemptAt: "2126-01-01T00:00:00Z" });
const READ_ONLY = "Your key may only read. Changes need a key with the group Management.";

const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
const list = (...data: unknown[]) => ({ data, nextCursor: null });

async function openWebhook(webhook: Webhook, caller = OWNER) {
  const service = fakeService(caller).answer("getWebhook", webhook).answer("listDeliveries", list(FAILED));
  await openConsole("webhooks/whk_1");
  await screen.findByRole("heading", { level: 1, name: "Ticket shop" });
  await screen.findByRole("table", { name: "Deliveries, newest first" });
  return service;
}

test("a row says where a webhook leads, why it is disabled, and how its last delivery went", async () => {
  fakeService()
    .answer(
      "listWebhooks",
      list({ ...WEBHOOK, active: false, disabledReason: "gone", disabledAt: "2026-11-15T08:30:00Z" }),
    )
    .answer("listDeliveries", list(FAILED));
  await openConsole("webhooks");
  const row = await screen.findByRole("row", { name: /Ticket shop/ });
  await within(row).findByText("Failed");
  expect(row.textContent).toContain("https://shop.example/hooks/seats");
  expect(row.textContent).toContain("It was disabled because its address answered 410 Gone");
  expect(row.textContent).toContain("Key revoked, Venue published");
});

test("a webhook is created with the types that were chosen, and its secret is shown once", async () => {
  const service = fakeService(OPERATOR).answer("listTenants", list(example("getTenant", { tenantId: "ten_opera" })));
  await openConsole("webhooks/new");
  fill(screen.getByLabelText("Address"), " https://shop.example/hooks ");
  await screen.findByRole("option", { name: /./, selected: false });
  await user.selectOptions(screen.getByLabelText("Tenant"), "ten_opera");
  const types = screen.getByRole("group", { name: "What does it hear of?" });
  await user.click(within(types).getByLabelText(/Only these/));
  await press("Select none");
  await user.click(screen.getByRole("checkbox", { name: /Key revoked/ }));
  await user.click(screen.getByRole("checkbox", { name: /Summary of events/ }));
  await press("Create the webhook");
  const secret = within(await screen.findByRole("dialog", { name: "The secret of “Ticket shop”" }));
  expect(secret.getByLabelText("Secret of the webhook").textContent).toMatch(/^whsec_/);
  expect(service.lastBody("createWebhook")).toEqual({
    url: "https://shop.example/hooks",
    label: "",
    types: ["key.revoked", "events.summary"],
    venues: null,
    tenantId: "ten_opera",
  });
  expect(service.received("createWebhook")[0]?.headers["Idempotency-Key"]).toBeTruthy();
  await press("Done");
  await press("Close anyway");
  await screen.findByRole("button", { name: "Send a test" });
});

test("a fault of the address stands at its field", async () => {
  const service = fakeService();
  await openConsole("webhooks/new");
  service.answer("createWebhook", () =>
    problem(400, "validation_failed", "The body has 1 fault.", [
      { pointer: "/url", detail: "must start with 'https://'" },
    ]),
  );
  await press("Create the webhook");
  await screen.findByText("Must start with 'https://'.");
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText("Address"));
});

test("a change names the version that was read; what somebody else changed meanwhile is kept", async () => {
  const service = await openWebhook(WEBHOOK);
  fill(screen.getByLabelText(/^Label/), "Box office");
  service.answer("updateWebhook", () => problem(412, "precondition_failed", "Another version."));
  service.answer("getWebhook", { ...WEBHOOK, url: "https://shop.example/other", version: 2 });
  await press("Save changes");
  await screen.findByText(/Somebody else changed the address of this webhook meanwhile/);
  expect(screen.getByLabelText<HTMLInputElement>("Address").value).toBe("https://shop.example/other");
  expect(screen.getByLabelText<HTMLInputElement>(/^Label/).value).toBe("Box office");

  service.answer("updateWebhook", { ...WEBHOOK, label: "Box office", url: "https://shop.example/other", version: 3 });
  await press("Save changes");
  await screen.findByText("No changes.");
  const sent = service.received("updateWebhook");
  expect(sent.map(({ headers, body }) => [headers["If-Match"], body])).toEqual([
    ['"1"', { label: "Box office" }],
    ['"2"', { label: "Box office" }],
  ]);
});

test("a disabled webhook says why, sends nothing, and is turned on", async () => {
  const service = await openWebhook({ ...WEBHOOK, active: false, disabledReason: "failing" });
  screen.getByText("This webhook was disabled because every delivery failed for five days");
  expect(screen.queryByRole("button", { name: /^Send/ })).toBeNull();
  service.answer("updateWebhook", { ...WEBHOOK, version: 2 });
  await press("Turn on");
  await screen.findByRole("button", { name: "Send a test" });
  expect(service.lastBody("updateWebhook")).toEqual({ active: true });
});

test("a rotation shows the new secret, and how long the old one signs as well", async () => {
  const service = await openWebhook(WEBHOOK);
  await press("Rotate the secret");
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByLabelText("For 7 days"));
  await user.click(dialog.getByRole("button", { name: "Rotate" }));
  const secret = within(await screen.findByRole("dialog", { name: /^The new secret of/ }));
  secret.getByText(/Until .*2026.*, deliveries are signed with the old secret as well\./);
  expect(service.lastBody("rotateWebhook")).toEqual({ gracePeriodSeconds: 604_800 });
});

test("a webhook is deleted after a confirmation", async () => {
  const service = await openWebhook(WEBHOOK);
  await press("Delete");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
  await screen.findByRole("heading", { level: 1, name: "Webhooks" });
  expect(service.received("deleteWebhook").map(({ path }) => path.webhookId)).toEqual(["whk_1"]);
});

test("a test is listed, and deliveries are filtered, looked at and sent again", async () => {
  const service = await openWebhook(WEBHOOK);
  service.answer("testWebhook", PING).answer("listDeliveries", list(PING, FAILED));
  await press("Send a test");
  await screen.findByText("Sending");

  const rows = within(screen.getByRole("table", { name: "Deliveries, newest first" }));
  await user.click(rows.getAllByRole("button", { name: "Test" })[1]!);
  const dialog = within(screen.getByRole("dialog", { name: "Delivery: Test" }));
  dialog.getByText("HTTP 503");
  expect(dialog.getByRole("region", { name: "The first kilobyte of the answer" }).textContent).toBe(
    "The shop is closed.",
  );
  expect(dialog.getByRole("region", { name: "The body of the delivery" }).textContent).toContain('"type": "ping"');
  await user.click(dialog.getByRole("button", { name: "Send again" }));
  await expect.poll(() => service.received("redeliver").map(({ path }) => path.deliveryId)).toEqual(["msg_1"]);
  await user.click(dialog.getAllByRole("button", { name: "Close" }).at(-1)!);

  await user.selectOptions(screen.getByLabelText("Status"), "Failed");
  await expect.poll(() => service.received("listDeliveries").at(-1)?.query).toEqual({ limit: "20", status: "failed" });
  await press("Send all failed again");
  service.answer("redeliverFailed", { redelivered: 1000, left: 12 });
  await press("Send them again");
  await screen.findByText("1000 deliveries are sent again. 12 more have failed: press the button again for them.");
});

test("a key that only reads sees webhooks and deliveries, and finds the reason in place of buttons", async () => {
  await openWebhook(WEBHOOK, { ...OWNER, groups: ["management_read_only"] });
  expect(screen.getAllByText(READ_ONLY).length).toBe(2);
  expect(screen.queryByRole("button", { name: /^(Send|Turn|Rotate|Delete|Save)/ })).toBeNull();
  await goTo("webhooks/new");
  await screen.findByText(READ_ONLY);
});

test("all other screens say that the service has disabled a webhook, until that is hidden", async () => {
  const disabled = { ...WEBHOOK, active: false, disabledReason: "key_revoked" };
  const off = { ...WEBHOOK, webhookId: "whk_2", active: false, disabledReason: "requested" };
  const service = fakeService().answer("listWebhooks", list(off, disabled));
  await openConsole("keys");
  const link = await screen.findByRole("link", { name: "“Ticket shop”" });
  expect(link.getAttribute("href")).toBe("#/webhooks/whk_1");
  expect(service.received("listWebhooks")[0]?.query).toMatchObject({ active: "false" });
  await press("Hide this");
  await goTo("you");
  expect(screen.queryByText(/Nothing is sent to it/)).toBeNull();
});
