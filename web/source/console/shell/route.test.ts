import { expect, test } from "vitest";
import { routeOf, screenAddress, staysOnScreen } from "./route";

test("an address names a screen and what is shown there", () => {
  expect(routeOf("#/venues/ven_1/rules")).toEqual({ screen: "venues", path: ["ven_1", "rules"] });
  expect(routeOf("")).toEqual({ screen: null, path: [] });
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
