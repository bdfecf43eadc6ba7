import { expect, test } from "vitest";
import { OPERATOR, OWNER } from "../../testing/console-page";
import { problem } from "../../testing/fake-service";
import { HALL, openHall } from "../../testing/fake-venue";
import { fill, screen, user } from "../../testing/page";

const press = (name: string) => user.click(screen.getByRole("button", { name }));

test("an alias is added with the focus in its name, and saved as the grantee's own", async () => {
  const { service } = await openHall("aliases", {}, { ...OWNER, tenantId: "ten_grantee" });
  screen.getByText(/Your own names for this venue\./);
  await press("Add alias");
  expect(document.activeElement).toBe(screen.getByLabelText("Name of alias 1"));
  await user.keyboard("Fan Block");
  fill(screen.getByLabelText("Section of alias 1"), "999");
  service.answer("replaceAliases", () =>
    problem(400, "validation_failed", "The body has 1 fault.", [
      { pointer: "/aliases/0/section", detail: "is no section of this venue" },
    ]),
  );
  await press("Save aliases");
  await screen.findByText("Is no section of this venue.");
  expect(screen.getByLabelText("Section of alias 1").getAttribute("aria-invalid")).toBe("true");

  service.answer("replaceAliases", {});
  fill(screen.getByLabelText("Section of alias 1"), "101");
  await user.keyboard("{Control>}s{/Control}");
  await screen.findByText("The aliases were saved");
  const [saved] = service.received("replaceAliases").slice(-1);
  expect(saved?.body).toEqual({ aliases: [{ name: "Fan Block", section: "101" }] });
  expect(saved?.query).toEqual({});
});

test("the operator saves the aliases of the venue's owner", async () => {
  const { service } = await openHall("aliases", { aliases: [{ name: "Kop", section: "101" }] }, OPERATOR);
  await press("Remove alias Kop");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add alias" }));
  await press("Save aliases");
  await screen.findByText("The aliases were saved");
  expect(service.lastBody("replaceAliases")).toEqual({ aliases: [] });
  expect(service.received("replaceAliases")[0]?.query).toEqual({ tenantId: HALL.tenantId });
});
