import { expect, test } from "vitest";
import { fakeService, OPERATOR, OWNER, openConsole } from "../../testing/console-page";
import { example, exampleItem, problem } from "../../testing/fake-service";
import { fill, screen, user, within } from "../../testing/page";

const HALL = { venueId: "ven_hall", name: "Hall" };
const TENANT = { tenantId: "ten_opera", name: "Opera House" };

const question = () => within(screen.getByRole("group", { name: "What may it do?" }));
const press = (name: string) => user.click(screen.getByRole("button", { name }));
const fault = (pointer: string, detail: string) =>
  problem(400, "validation_failed", "The body has 1 fault.", [{ pointer, detail }]);

async function openForm(caller = OWNER, address = "keys/new") {
  const service = fakeService(caller).answer("listVenues", {
    data: [exampleItem("listVenues", HALL)],
    nextCursor: null,
  });
  await openConsole(address);
  await screen.findByRole("heading", { name: "Create a key" });
  return service;
}

test("the form proposes a key that only makes sessions, and sends what differs from the defaults", async () => {
  const service = await openForm();
  expect(question().getByLabelText<HTMLInputElement>(/Make sessions for my shop/).checked).toBe(true);
  fill(screen.getByLabelText("Label"), " Box office ");
  await press("Add origin");
  fill(screen.getByLabelText("Allowed origins, origin 1"), "https://shop.example");
  await user.click(screen.getByLabelText(/Only these/));
  await user.click(await screen.findByLabelText(/Hall/));
  await press("Create the key");
  await screen.findByRole("dialog");
  expect(service.lastBody("createKey")).toEqual({
    label: "Box office",
    groups: ["sessions"],
    allowedOrigins: ["https://shop.example"],
    venues: ["ven_hall"],
    kind: "secret",
    scope: "tenant",
  });
});

test("a fault stands beside the line that it is about, which takes the focus", async () => {
  const service = await openForm();
  service.answer("createKey", () => fault("/allowedOrigins/0", "must be an origin"));
  await press("Add origin");
  const line = screen.getByLabelText("Allowed origins, origin 1");
  expect(document.activeElement).toBe(line);
  fill(line, "https://shop.example/path");
  await press("Create the key");
  await screen.findByText("Must be an origin.");
  expect(line.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => document.activeElement).toBe(line);
  expect(screen.getByRole("alert").textContent).toContain("One field has an error; it is marked below.");
});

test("Enter and a paste of several origins add lines", async () => {
  await openForm();
  await press("Add origin");
  await user.keyboard("https://a.example{Enter}https://b.example{Enter}");
  await user.paste("https://c.example, https://d.example");
  const lines = screen.getAllByLabelText<HTMLInputElement>(/^Allowed origins, origin/);
  expect(lines.map(({ value }) => value)).toEqual(["a", "b", "c", "d"].map((name) => `https://${name}.example`));
  expect(document.activeElement).toBe(lines[3]);
  await press("Remove origin 4: https://d.example");
  expect(document.activeElement).toBe(lines[2]);
});

test("the secret is shown once, and closing its dialog before it was copied asks first", async () => {
  const service = await openForm();
  service.answer("createKey", example("createKey", { keyId: "key_new", label: "Box office", plaintext: "sk_live_1" }));
  service.answer("getKey", example("getKey", { keyId: "key_new", label: "Box office" }));
  await press("Create the key");
  const dialog = within(await screen.findByRole("dialog", { name: "The secret of “Box office”" }));
  dialog.getByText("The key is shown only this once.");
  expect(dialog.getByLabelText("Secret key").textContent).toBe("sk_live_1");
  await user.keyboard("{Escape}");
  await press("Go back");
  await press("Done");
  await press("Close anyway");
  await screen.findByRole("heading", { level: 1, name: "Box office" });
  expect(document.documentElement.innerHTML + location.href).not.toContain("sk_live_1");
});

test("a copied secret needs no confirmation", async () => {
  await openForm();
  await press("Create the key");
  await screen.findByRole("dialog");
  await press("Copy the key");
  await screen.findByText("Copied");
  await press("Done");
  await screen.findByRole("heading", { level: 1, name: "Ticket shop" });
  expect(await navigator.clipboard.readText()).toBe(example<{ plaintext: string }>("createKey").plaintext);
});

test("after a lost answer and a failure the same request is sent with the same Idempotency-Key", async () => {
  const service = await openForm();
  let answers = 0;
  service.answer("createKey", () => {
    answers += 1;
    if (answers === 1) throw new TypeError("The connection was lost");
    return answers === 2 ? problem(500, "internal", "Something went wrong.") : example("createKey");
  });
  // The client repeats what was lost; after a failure, a person presses the button once more.
  await press("Create the key");
  await screen.findByRole("alert");
  await press("Create the key");
  await screen.findByRole("dialog", { name: "The secret of “Ticket shop”" });
  const values = service.received("createKey").map(({ headers }) => headers["Idempotency-Key"]);
  expect(values).toHaveLength(3);
  expect(values[0]).toMatch(/^[\w-]{36}$/);
  expect(new Set(values).size).toBe(1);
});

test("groups are chosen by a preset or one by one, and an empty choice has the service's sentence", async () => {
  const service = await openForm();
  service.answer("createKey", () => fault("/groups", "must have at least 1 item"));
  await user.click(question().getByLabelText(/Choose groups of operations/));
  await user.click(screen.getByRole("checkbox", { name: /^Sessions/ }));
  await press("Create the key");
  await question().findByText("Must have at least 1 item.");
  expect(service.lastBody("createKey")).toMatchObject({ groups: [] });

  service.answer("createKey", example("createKey"));
  await user.click(question().getByLabelText(/Read everything/));
  await press("Create the key");
  await screen.findByRole("dialog");
  expect(service.lastBody("createKey")).toMatchObject({ groups: ["seats", "events", "management_read_only"] });
});

test("the type of a key changes what is proposed", async () => {
  await openForm(OPERATOR);
  const isChosen = (text: RegExp) => question().getByLabelText<HTMLInputElement>(text).checked;
  expect(isChosen(/Make sessions for my shop/)).toBe(true);
  await user.click(screen.getByLabelText(/^Admin/));
  expect(isChosen(/^Everything/)).toBe(true);
  await user.click(screen.getByLabelText(/^Keyless/));
  expect(isChosen(/Everything that a page may/)).toBe(true);
  expect(question().queryByLabelText(/Read everything/)).toBeNull();
});

test("a limited key is offered only what it can give", async () => {
  const service = await openForm({ ...OWNER, groups: ["management", "sessions"] });
  expect(question().getAllByRole("radio")).toHaveLength(2);
  await user.click(question().getByLabelText(/Choose groups of operations/));
  expect(screen.queryByRole("checkbox", { name: /^Seats/ })).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: /^Management \(read only\)/ }));
  await press("Create the key");
  await screen.findByRole("dialog");
  expect(service.lastBody("createKey")).toMatchObject({ groups: ["sessions", "management_read_only"] });
});

test("a key for one venue is offered that venue alone", async () => {
  const service = await openForm({ ...OWNER, venues: ["ven_hall"] });
  const venues = within(screen.getByRole("group", { name: "Venues" }));
  expect(venues.getAllByRole("radio")).toHaveLength(1);
  const hall = await screen.findByRole<HTMLInputElement>("checkbox", { name: /Hall/ });
  expect(hall.checked).toBe(true);
  await press("Create the key");
  await screen.findByRole("dialog");
  expect(service.lastBody("createKey")).toMatchObject({ venues: ["ven_hall"] });
});

test("the first key of a tenant may do everything, and names the tenant", async () => {
  const service = fakeService(OPERATOR).answer("listTenants", {
    data: [example("getTenant", TENANT)],
    nextCursor: null,
  });
  await openConsole("keys/new/ten_opera");
  await screen.findByRole("option", { name: "Opera House" });
  await press("Create the key");
  await screen.findByRole("dialog");
  expect(service.lastBody("createKey")).toEqual({ kind: "secret", scope: "tenant", tenantId: "ten_opera" });
});
