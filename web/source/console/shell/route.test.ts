import { expect, test } from "vitest";
import { linkTo, routeOf, screenAddress, staysOnScreen, withQuery } from "./route";

test("an address names a screen and what is shown there", () => {
  expect(routeOf("#/venues/ven_1/rules")).toEqual({ screen: "venues", path: ["ven_1", "rules"], query: {} });
  expect(routeOf("")).toEqual({ screen: null, path: [], query: {} });
});

test("filters are in the address, whatever characters they have", () => {
  const address = linkTo("keys", { label: "A & B / 50 %?", status: "any" });
  expect(routeOf(address)).toEqual({ screen: "keys", path: [], query: { label: "A & B / 50 %?", status: "any" } });
  expect(withQuery(address, { label: "", page: "2" })).toBe("#/keys?status=any&page=2");
  expect(withQuery("#/keys?status=any", { status: "" })).toBe("#/keys");
  expect(staysOnScreen("#/keys", address)).toBe(true);
});

test("another tab of a venue is the same screen, so that unsaved changes stay and the focus is kept", () => {
  expect(staysOnScreen("#/venues/ven_1", "#/venues/ven_1/rules")).toBe(true);
  expect(staysOnScreen("#/venues/ven_1/rules", "#/venues/ven_1/record")).toBe(true);
  expect(screenAddress(routeOf("#/venues/ven_1/rules"))).toBe("venues/ven_1");
});

test("another venue, another screen and the list are left to", () => {
  expect(staysOnScreen("#/venues/ven_1/rules", "#/venues/ven_2/rules")).toBe(false);
  expect(staysOnScreen("#/venues/ven_1/rules", "#/venues")).toBe(false);
  expect(staysOnScreen("#/keys/key_1", "#/keys/key_2")).toBe(false);
  expect(staysOnScreen("#/keys", "#/venues")).toBe(false);
});
