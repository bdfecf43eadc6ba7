import { expect, test } from "vitest";
import { OWNER } from "../../testing/console-page";
import { exampleItem, problem } from "../../testing/fake-service";
import { openHall } from "../../testing/fake-venue";
import { fill, goTo, screen, user, within } from "../../testing/page";

const press = (name: string) => user.click(screen.getByRole("button", { name }));
const granted = (...tenantIds: string[]) => ({
  data: tenantIds.map((tenantId) => exampleItem("listGrants", { tenantId })),
  nextCursor: null,
});

async function openGrants(...tenantIds: string[]) {
  const { service } = await openHall("map");
  service.answer("listGrants", granted(...tenantIds));
  await goTo("venues/ven_hall/grants");
  return service;
}

test("a grant ends once that is confirmed", async () => {
  const service = await openGrants("ten_grantee");
  await user.click(await screen.findByRole("button", { name: "End grant" }));
  const question = within(screen.getByRole("dialog", { name: "End this grant?" }));
  question.getByText("ten_grantee");
  service.answer("listGrants", granted());
  await user.click(question.getByRole("button", { name: "End grant" }));
  await screen.findByRole("heading", { name: "This venue is not shared" });
  expect(service.received("endGrant").map(({ path }) => path)).toEqual([
    { venueId: "ven_hall", tenantId: "ten_grantee" },
  ]);
});

test("another tenant is granted the venue by its id", async () => {
  const service = await openGrants();
  await screen.findByRole("heading", { name: "This venue is not shared" });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Grant" }).disabled).toBe(true);
  service.answer("listGrants", granted("ten_stranger"));
  fill(screen.getByLabelText("Tenant"), " ten_stranger ");
  await press("Grant");
  await within(await screen.findByRole("region", { name: "Grants" })).findByText("ten_stranger");
  const [sent] = service.received("putGrant");
  expect(sent?.path).toEqual({ venueId: "ven_hall", tenantId: "ten_stranger" });
  expect(sent?.headers["Idempotency-Key"]).toBeTruthy();
});

test("a tenant that does not exist is a problem above the form", async () => {
  const service = await openGrants();
  service.answer("putGrant", () => problem(404, "not_found", "There is no such tenant."));
  fill(screen.getByLabelText("Tenant"), "ten_nobody");
  await press("Grant");
  await screen.findByText("There is no such tenant.");
  expect(screen.getByLabelText<HTMLInputElement>("Tenant").value).toBe("ten_nobody");
});

test("a grantee gives up a venue once that is confirmed, and is back at the list", async () => {
  const { service } = await openHall("grants", {}, { ...OWNER, tenantId: "ten_grantee" });
  await press("Give up access");
  const question = within(screen.getByRole("dialog", { name: "Give up this venue?" }));
  await user.click(question.getByRole("button", { name: "Give up access" }));
  await screen.findByRole("heading", { level: 1, name: "Venues" });
  expect(service.received("endGrant")[0]?.path).toEqual({ venueId: "ven_hall", tenantId: "ten_grantee" });
});
