import { expect, test } from "vitest";
import { fakeService, OPERATOR, openConsole } from "../../testing/console-page";
import { example, exampleItem, problem } from "../../testing/fake-service";
import { screen, user, within } from "../../testing/page";

const VENUES = { data: [exampleItem("listVenues", { venueId: "ven_1", name: "Great Theatre" })], nextCursor: null };
const KEYS = { data: [example("getKey", { keyId: "key_1", label: "Anna's key" })], nextCursor: null };
const TENANTS = { data: [example("getTenant", { tenantId: "ten_1", name: "Opera" })], nextCursor: null };
const entry = (changes: object) =>
  exampleItem("listAudit", { actor: "key_1", kind: "venue", action: "replaced", id: "ven_1", version: 4, ...changes });

function auditService(...args: Parameters<typeof fakeService>) {
  return fakeService(...args)
    .answer("listVenues", VENUES)
    .answer("listKeys", KEYS)
    .answer("listTenants", TENANTS)
    .answer("listAudit", ({ query }) => ({
      data: query.cursor === undefined ? [entry({ number: 9, tenantId: "ten_1" })] : [entry({ number: 3, version: 1 })],
      nextCursor: query.cursor === undefined ? "next" : null,
    }));
}

test("a change is a sentence with links to who did it and to what it is about", async () => {
  auditService(OPERATOR);
  await openConsole("audit");
  const row = await screen.findByRole("row", { name: /Anna's key published version 4 of Great Theatre/ });
  expect(within(row).getByRole("link", { name: "Anna's key" }).getAttribute("href")).toBe("#/keys/key_1");
  expect(within(row).getByRole("link", { name: "Great Theatre" }).getAttribute("href")).toBe("#/venues/ven_1");
  within(row).getByText("Opera");
  within(row).getByText("ten_1");
});

test("filters are in the address, and a link opens the list with them", async () => {
  const service = auditService();
  await openConsole("audit?who=key_gone&what=venue&from=2026-11-01&to=2026-11-02");
  await screen.findByRole("table");
  const asked = () => service.received("listAudit").at(-1)?.query;
  expect(asked()).toEqual({
    limit: "50",
    actor: "key_gone",
    kind: "venue",
    from: new Date(2026, 10, 1).toISOString(),
    until: new Date(2026, 10, 3).toISOString(),
  });
  expect(screen.getByLabelText<HTMLSelectElement>("Who").value).toBe("key_gone");
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await expect.poll(asked).toEqual({ limit: "50" });
  await screen.findByRole("option", { name: "Great Theatre" });
  await user.selectOptions(screen.getByLabelText("Venue"), "ven_1");
  await expect.poll(asked).toEqual({ limit: "50", id: "ven_1" });
  const older = screen.getByRole<HTMLButtonElement>("button", { name: "Older" });
  await expect.poll(() => older.disabled).toBe(false);
  await user.click(older);
  await expect.poll(asked).toEqual({ limit: "50", id: "ven_1", cursor: "next" });
  expect(location.hash).toBe("#/audit?venue=ven_1&page=2&cursor=next");
  await user.selectOptions(screen.getByLabelText("Venue"), "");
  expect(location.hash).toBe("#/audit");
});

test("a publish shows what it changed, unless the version before is not kept", async () => {
  const service = auditService();
  await openConsole("audit");
  await user.click(await screen.findByRole("button", { name: "What version 4 changed" }));
  await screen.findByText("What changed for buyers from version 3 to version 4.");
  expect(service.received("getVersionChanges")[0]).toMatchObject({
    path: { venueId: "ven_1", version: "4" },
    query: { since: "3" },
  });
  await user.keyboard("{Escape}");
  service.answer("getVersionChanges", () => problem(404, "not_found", "There is no such version."));
  await user.click(screen.getByRole("button", { name: "What version 4 changed" }));
  await screen.findByText(/One of the two versions is not kept any more/);
});
