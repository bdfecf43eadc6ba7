import { expect, test } from "vitest";
import { fakeService, OPERATOR, OWNER, openConsole } from "../../testing/console-page";
import { example, problem } from "../../testing/fake-service";
import { fill, goTo, screen, user } from "../../testing/page";

const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));

test("filters are sent with the request, and kept while one looks at a key", async () => {
  const service = fakeService({ ...OPERATOR, keyId: "key_of_operator" }).answer("listTenants", {
    data: [example("getTenant", { tenantId: "ten_opera", name: "Opera House" })],
    nextCursor: null,
  });
  await openConsole("keys");
  await screen.findByRole("table");
  await press("More filters");
  await screen.findByRole("option", { name: "Opera House" });
  await user.selectOptions(screen.getByLabelText("Tenant"), "ten_opera");
  fill(screen.getByLabelText("Label"), "limit ");
  await expect
    .poll(() => service.received("listKeys").at(-1)?.query)
    .toEqual({ limit: "25", status: "active", tenantId: "ten_opera", label: "limit" });
  await user.click(screen.getByRole("link", { name: "Ticket shop" }));
  await screen.findByRole("heading", { level: 1, name: "Ticket shop" });
  await user.click(screen.getAllByRole("link", { name: "Keys" })[1]!);
  await screen.findByRole("button", { name: "More filters (1)" });

  service.answer("listKeys", { data: [], nextCursor: null });
  await user.selectOptions(screen.getByLabelText("Status"), "revoked");
  await screen.findByRole("heading", { name: "No key matches these filters" });
  await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0]!);
  await expect.poll(() => service.received("listKeys").at(-1)?.query).toEqual({ limit: "25", status: "active" });
});

test("a fault of a filter stands at the filter", async () => {
  const service = fakeService({ ...OWNER, keyId: "key_with_fault" });
  await openConsole("keys");
  await screen.findByRole("table");
  service.answer("listKeys", () =>
    problem(400, "validation_failed", "The query has 1 fault.", [{ parameter: "origin", detail: "must be an origin" }]),
  );
  await press("More filters");
  fill(screen.getByLabelText("Origin"), "shop");
  await screen.findByText("Must be an origin.");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a row says what its key may do, and older keys are on the next page", async () => {
  const key = example("getKey", { label: "Monitoring", groups: ["seats", "management_read_only"] });
  const older = example("getKey", { keyId: "key_2", label: "Older" });
  const service = fakeService().answer("listKeys", ({ query }) =>
    query.cursor === undefined ? { data: [key], nextCursor: "next" } : { data: [older], nextCursor: null },
  );
  await openConsole("keys");
  const row = await screen.findByRole("row", { name: /Monitoring/ });
  expect(row.textContent).toContain("Seats, Management (read only)");
  await press("Older");
  await screen.findByRole("link", { name: "Older" });
  await press("Newer");
  await screen.findByRole("link", { name: "Monitoring" });
  const pages = service.received("listKeys").filter(({ query }) => query.limit === "25");
  expect(pages.map(({ query }) => query.cursor)).toEqual([undefined, "next", undefined]);
});

test("a link to a filtered list opens it so, and Back goes through the filters", async () => {
  const service = fakeService();
  const asked = () => service.received("listKeys").at(-1)?.query;
  await openConsole("keys?status=revoked&kind=secret");
  await screen.findByRole("table");
  expect(asked()).toEqual({ limit: "25", status: "revoked", kind: "secret" });
  expect(screen.getByLabelText<HTMLSelectElement>("Kind").value).toBe("secret");
  await user.selectOptions(screen.getByLabelText("Status"), "Any");
  await expect.poll(asked).toEqual({ limit: "25", kind: "secret" });
  expect(location.hash).toBe("#/keys?status=any&kind=secret");
  await goTo("keys?status=revoked&kind=secret");
  await expect.poll(asked).toEqual({ limit: "25", status: "revoked", kind: "secret" });
  expect(document.title).toBe("Keys · Seat Preview console");
});
