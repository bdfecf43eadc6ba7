import { describe, expect, it } from "vitest";

import text from "../api/openapi.json?raw";
import type { OpenApiDocument } from "./openapi-document";
import { search, searchIndex } from "./search-index";

const openapi: OpenApiDocument = JSON.parse(text);
const index = searchIndex(openapi);
const first = (query: string) => search(index, query)[0]?.address;

describe("the search of the reference", () => {
  it("finds operations by what they do, by name, by path and by the clients' name", () => {
    expect(first("rotate")).toBe("/docs/keys#rotateKey");
    expect(first("createKey")).toBe("/docs/keys#createKey");
    expect(first("create a venue")).toBe("/docs/venues#createVenue");
    expect(first("/seats/preview/image-links")).toBe("/docs/seats#createImageLink");
    expect(first("keys.revoke")).toBe("/docs/keys#revokeKey");
  });

  it("finds problems, parameters, members and objects", () => {
    expect(first("precondition_failed")).toBe("/docs/problems#problem-precondition_failed");
    expect(search(index, "minConfidence").map(({ detail }) => detail)).toContain("of previewSeat");
    expect(search(index, "gracePeriodSeconds")[0]?.address).toBe("/docs/keys#rotateKey");
    expect(first("ApiKey")).toBe("/docs/objects#object-ApiKey");
  });

  it("wants all words, in any order and case", () => {
    expect(first("KEY create")).toBe("/docs/keys#createKey");
    expect(search(index, "create zebra")).toEqual([]);
    expect(search(index, "  ")).toEqual([]);
  });

  it("returns a bounded number of results", () => {
    expect(search(index, "e")).toHaveLength(12);
  });
});
