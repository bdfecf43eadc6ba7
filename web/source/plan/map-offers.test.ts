// Tests of what the map says of offers.
import { expect, test } from "vitest";
import { nameWithOffer } from "./map-offers";

test("a category that the ticket is called by is said once", () => {
  expect(nameWithOffer(["Row 1, seat 2", "Premium"], "Premium, €48")).toBe("Row 1, seat 2, Premium, €48");
  expect(nameWithOffer(["Row 1, seat 2", "Premium"], "Full price, €48")).toBe(
    "Row 1, seat 2, Premium, Full price, €48",
  );
  expect(nameWithOffer(["Row 1, seat 2", "Premium", "wheelchair space"], "premium, €48")).toBe(
    "Row 1, seat 2, wheelchair space, premium, €48",
  );
  expect(nameWithOffer(["Row 1, seat 2", "Premium"], "€48")).toBe("Row 1, seat 2, Premium, €48");
});
