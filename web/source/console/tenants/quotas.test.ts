import { describe, expect, it } from "vitest";
import { quotaDraftOf, sizeText, toQuotas } from "./quotas";

describe("quotas in a form", () => {
  it("has an empty text for the service's default", () => {
    expect(quotaDraftOf(undefined)).toEqual({ imageMegabytes: "", venues: "", keys: "", recordMegabytes: "" });
    expect(toQuotas({ imageMegabytes: " ", venues: "", keys: "", recordMegabytes: "" })).toEqual({
      imageBytes: null,
      venues: null,
      keys: null,
      recordBytes: null,
    });
  });

  it("comes back as it was", () => {
    const quotas = { imageBytes: 20_500_000, venues: 5, keys: null, recordBytes: 7_250_000 };
    expect(toQuotas(quotaDraftOf(quotas))).toEqual(quotas);
  });

  it("leaves it to the service to refuse what is no number", () => {
    expect(toQuotas({ imageMegabytes: "many", venues: "-1", keys: "3", recordMegabytes: "2" })).toEqual({
      imageBytes: 0,
      venues: -1,
      keys: 3,
      recordBytes: 2_000_000,
    });
  });
});

it("writes sizes as people read them", () => {
  expect([9_000, 84_123_456].map(sizeText)).toEqual(["9,000 bytes", "84 MB"]);
});
