import { describe, expect, it } from "vitest";
import openapi from "../../api/openapi.json";
import { type ApiDocument, helpFor } from "./schema-help";

const help = (pointer: string, record: unknown = {}) =>
  helpFor(openapi as unknown as ApiDocument, "ReplaceVenueRequest", record, pointer);

describe("help from the API's document", () => {
  it("names the members of the record", () => {
    const { members, types } = help("");
    expect(types).toEqual(["object"]);
    expect(members.find((member) => member.name === "name")?.isRequired).toBe(true);
    expect(members.map((member) => member.name)).toContain("imagerySets");
  });

  it("goes through lists and references", () => {
    const geometry = help("/rules/layout/sections/0/geometry/shape");
    expect(geometry.values).toEqual(["curved", "straight"]);
    expect(help("/rules/layout/sections/3/geometry/distanceM").bounds).toEqual(["0.5 to 1,000"]);
  });

  it("tells rules apart by their type", () => {
    const record = { rules: { seatKeys: { rules: [{ type: "map" }] } } };
    expect(help("/rules/seatKeys/rules/0", record).members.map((member) => member.name)).toEqual([
      "type",
      "name",
      "section",
    ]);
  });

  it("goes through objects whose names are free", () => {
    expect(help("").members.map((member) => member.name)).toContain("translations");
    expect(help("/translations").bounds).toEqual(["up to 30 entries"]);
    expect(help("/translations/de").members.map((member) => member.name)).toEqual([
      "sections",
      "levels",
      "configurations",
      "attributions",
    ]);
    expect(help("/translations/de/sections/101").bounds).toEqual(["1 to 200 characters"]);
  });

  it("stays at what it knows where a member does not exist", () => {
    expect(help("/rules/layout/nothing/here").name).toBe("layout");
  });
});
