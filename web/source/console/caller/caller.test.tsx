import { expect, test } from "vitest";
import { fakeService, OPERATOR, OWNER, openConsole } from "../../testing/console-page";
import { example } from "../../testing/fake-service";
import { screen, user, within } from "../../testing/page";

test("the screen says whose key it is, what is left of its limits, and what its tenant stores", async () => {
  const service = fakeService();
  await openConsole("you");
  const key = within(await screen.findByRole("region", { name: "Key" }));
  key.getByText(OWNER.keyId ?? "");
  await key.findByText("Harbour Arena", { exact: false });
  expect(screen.getByRole("meter", { name: "Key" }).getAttribute("value")).toBe("999");
  const stored = await screen.findByRole("region", { name: "Stored" });
  expect(stored.textContent).toContain("84 MB of 5,000 MB");

  const [allowance] = OWNER.allowances;
  service.answer("getCaller", { ...OWNER, allowances: [{ ...allowance, remaining: 5 }] });
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  await expect.poll(() => screen.getByRole("meter", { name: "Key" }).getAttribute("value")).toBe("5");
});

test("a key that may not read its tenant sees the tenant's id once", async () => {
  fakeService({ ...OWNER, groups: ["events"] });
  await openConsole("you");
  await screen.findByRole("heading", { level: 1, name: "You" });
  expect(screen.getAllByText(OWNER.tenantId ?? "")).toHaveLength(1);
});

test("a quota that is used up is marked", async () => {
  const usage = {
    imageBytes: { used: 0, max: null },
    venues: { used: 2, max: 2 },
    keys: { used: 1, max: 9 },
    recordBytes: { used: 84_000_000, max: 5_000_000_000 },
  };
  fakeService().answer("getTenant", example("getTenant", { usage }));
  await openConsole("you");
  const stored = within(await screen.findByRole("region", { name: "Stored" }));
  expect(stored.getAllByText("nothing can be added")).toHaveLength(1);
});

test("an admin key has no tenant, and nothing stored", async () => {
  fakeService(OPERATOR);
  await openConsole("you");
  await screen.findByText("none: an admin key reaches every tenant");
  expect(screen.queryByRole("region", { name: "Stored" })).toBeNull();
});
