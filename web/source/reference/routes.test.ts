// The tests read the document that the build generates from the service.
import { describe, expect, it } from "vitest";

import text from "../api/openapi.json?raw";
import type { OpenApiDocument } from "./openapi-document";
import { addressOf, correctedRoute, isPage, routeOf } from "./routes";

const openapi: OpenApiDocument = JSON.parse(text);

describe("addresses of the reference", () => {
  it("are a page and an anchor", () => {
    expect(routeOf("/docs", "")).toEqual({ page: "", anchor: "" });
    expect(routeOf("/docs/", "#start")).toEqual({ page: "", anchor: "start" });
    expect(routeOf("/docs/keys", "#createKey")).toEqual({ page: "keys", anchor: "createKey" });
    expect(addressOf("keys", "createKey")).toBe("/docs/keys#createKey");
    expect(addressOf("")).toBe("/docs");
  });

  it("may have an anchor that is not valid percent-encoding", () => {
    expect(routeOf("/docs", "#%E0%A4%A")).toEqual({ page: "", anchor: "%E0%A4%A" });
  });

  it("of the single page that it once was lead to the right page", () => {
    const moved = (anchor: string) => correctedRoute(openapi, { page: "", anchor }).page;
    expect(moved("createKey")).toBe("keys");
    expect(moved("previewSeat")).toBe("seats");
    expect(moved("problem-conflict")).toBe("problems");
    expect(moved("object-ApiKey")).toBe("objects");
    expect(moved("rate-limits")).toBe("conventions");
    expect(moved("credentials")).toBe("authentication");
    expect(moved("start")).toBe("");
  });

  it("with an operation of another group lead to its group", () => {
    expect(correctedRoute(openapi, { page: "venues", anchor: "createKey" }).page).toBe("keys");
  });

  it("of a wrong page stay as they are, so that the page can say it", () => {
    expect(isPage(openapi, "kees")).toBe(false);
    expect(correctedRoute(openapi, { page: "kees", anchor: "createKey" }).page).toBe("kees");
  });
});
