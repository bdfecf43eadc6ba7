import { expect, test } from "vitest";
import { fakeService, OPERATOR, openConsole } from "../../testing/console-page";
import { example, problem } from "../../testing/fake-service";
import { fill, screen, user, within } from "../../testing/page";

const OPERA = example("getTenant", { tenantId: "ten_opera", name: "Opera House" });
const press = (name: string) => user.click(screen.getByRole("button", { name }));

async function openTenants() {
  const service = fakeService(OPERATOR)
    .answer("listTenants", { data: [OPERA], nextCursor: null })
    .answer("getTenant", OPERA)
    .answer("createTenant", OPERA);
  await openConsole("tenants");
  await screen.findByRole("row", { name: /Opera House/ });
  return service;
}

test("a new tenant is offered its first key", async () => {
  const service = await openTenants();
  await press("Create a tenant");
  fill(screen.getByLabelText("Name"), "Opera House ");
  fill(screen.getByLabelText("Images in MB"), "500");
  await press("Create the tenant");
  await screen.findByRole("dialog", { name: "Opera House was created" });
  expect(service.lastBody("createTenant")).toEqual({
    name: "Opera House",
    rateLimit: null,
    quotas: { imageBytes: 500_000_000, venues: null, keys: null, recordBytes: null },
  });
  await press("Create its first key");
  await screen.findByRole("heading", { level: 1, name: "Create a key" });
  await expect.poll(() => screen.getByLabelText<HTMLSelectElement>("Tenant").value).toBe("ten_opera");
});

test("a fault stands at its field", async () => {
  const service = await openTenants();
  service.answer("createTenant", () =>
    problem(400, "validation_failed", "The body has 1 fault.", [{ pointer: "/name", detail: "must not be empty" }]),
  );
  await press("Create a tenant");
  await press("Create the tenant");
  await screen.findByText("Must not be empty.");
  expect(screen.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true");
});

test("a tenant that was changed meanwhile is shown, and can be overwritten or taken", async () => {
  const service = await openTenants();
  await press("Edit Opera House");
  fill(screen.getByLabelText("Name"), "Mine");
  service.answer("updateTenant", () => problem(412, "precondition_failed", "It has another version."));
  service.answer("getTenant", { ...OPERA, name: "Theirs", version: 2 });
  await press("Save changes");
  const note = within(await screen.findByRole("alert"));
  note.getByText(/It is called “Theirs” now, with the default limit\./);
  await user.click(note.getByRole("button", { name: "Use their version" }));
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Theirs");
  fill(screen.getByLabelText("Name"), "Mine");
  service.answer("updateTenant", { ...OPERA, name: "Mine", version: 3 });
  await press("Save changes");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(service.received("updateTenant").map(({ headers }) => headers["If-Match"])).toEqual(['"1"', '"2"']);
});

test("a tenant is archived, brought back, and deleted once its name was typed", async () => {
  const service = await openTenants();
  const asked: string[] = [];
  service.answer("listTenants", ({ query }) => {
    asked.push(query.archived ?? "");
    return { data: [{ ...OPERA, archivedAt: "2026-11-15T09:00:00Z" }], nextCursor: null };
  });
  await press("Archive Opera House");
  await press("Archive");
  await screen.findByRole("button", { name: "Unarchive Opera House" });
  await user.click(screen.getByRole("checkbox", { name: "Archived" }));
  await expect.poll(() => asked).toEqual(["", "true"]);
  expect(screen.queryByRole("button", { name: "Edit Opera House" })).toBeNull();
  await press("Unarchive Opera House");
  await press("Unarchive");
  await screen.findByText("Tenant “Opera House” is back");
  await press("Delete Opera House");
  const dialog = within(await screen.findByRole("dialog", { name: "Delete Opera House?" }));
  const button = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete for good" });
  expect(button.disabled).toBe(true);
  fill(dialog.getByLabelText(/^Type/), "Opera House");
  await user.click(button);
  await screen.findByText("Tenant “Opera House” was deleted");
  expect(service.received("deleteTenant")[0]?.query).toEqual({ confirm: "Opera House" });
});
