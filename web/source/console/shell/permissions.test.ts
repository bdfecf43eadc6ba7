import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import openapi from "../../api/openapi.json";
import type { Groups } from "../keys/groups";
import { OPERATIONS, type OperationId, operationOf } from "./operations";
import { may, refusalOf } from "./permissions";
import type { CallerInfo } from "./screen-props";

const OWN = { tenantId: "ten_own" };
const GRANTED = { tenantId: "ten_other" };

function caller(members: Partial<CallerInfo> = {}): CallerInfo {
  return { scope: "tenant", tenantId: "ten_own", venues: null, groups: null, ...members } as CallerInfo;
}

const limitedTo = (...groups: NonNullable<Groups>) => caller({ groups });

describe("a key that may only read", () => {
  const reader = limitedTo("seats", "events", "management_read_only");

  it("reads everything, and tries rules", () => {
    for (const operation of ["listKeys", "getVenue", "listGrants", "testSeatKeys", "reportEvents"] as const) {
      expect(refusalOf(reader, operation, { venue: OWN })).toBeNull();
    }
  });

  it("is told why it changes nothing", () => {
    for (const operation of ["createKey", "replaceVenue", "putImage", "replaceAliases", "putGrant"] as const) {
      expect(refusalOf(reader, operation, { venue: OWN })).toBe(
        "Your key may only read. Changes need a key with the group Management.",
      );
    }
  });

  it("is told which group the preview needs", () => {
    expect(refusalOf(reader, "createSession")).toBe(
      "This needs a key with the group Sessions. Yours has: Seats, Events, Management (read only).",
    );
  });
});

test("a key for events alone is told which group the screens need", () => {
  const reporter = limitedTo("events");
  expect(may(reporter, "reportEvents")).toBe(true);
  expect(refusalOf(reporter, "listVenues")).toBe(
    "This needs a key with the group Management (read only). Yours has: Events.",
  );
  expect(refusalOf(reporter, "getPlan")).toBe("This needs a key with the group Seats. Yours has: Events.");
});

test("a key that is limited to venues makes no others", () => {
  const narrow = caller({ venues: ["ven_1"] });
  expect(refusalOf(narrow, "createVenue")).toContain("limited to some venues");
  expect(may(narrow, "replaceVenue", { venue: OWN })).toBe(true);
});

test("a grantee reads a venue and names it, and changes nothing else of it", () => {
  const refused = (["replaceVenue", "putImage", "deleteImage", "listGrants", "putGrant"] as const).map((operation) =>
    refusalOf(caller(), operation, { venue: GRANTED }),
  );
  expect(new Set(refused)).toEqual(new Set(["Your tenant was granted this venue. Only its owner can do this."]));
  expect(may(caller(), "replaceAliases", { venue: GRANTED })).toBe(true);
  expect(may(caller(), "listImages", { venue: GRANTED })).toBe(true);
  expect(may(caller({ scope: "admin", tenantId: null }), "replaceVenue", { venue: GRANTED })).toBe(true);
});

test("an archived venue is read, copied, brought back and deleted, and not changed", () => {
  const venue = { ...OWN, archivedAt: "2026-11-15T09:00:00Z" };
  const changes = [
    "replaceVenue",
    "putDraft",
    "deleteDraft",
    "putFloorPlan",
    "restoreVersion",
    "deleteVersion",
    "previewSeat",
  ] as const;
  for (const operation of changes) {
    expect(refusalOf(caller(), operation, { venue })).toBe("This venue is archived. Unarchive it first.");
    expect(refusalOf(caller(), operation, { venue: { ...venue, archivedAt: null } })).toBeNull();
  }
  const others = [
    "getVenue",
    "getDraft",
    "getFloorPlan",
    "listVersions",
    "copyVenue",
    "unarchiveVenue",
    "deleteVenue",
  ] as const;
  expect(others.filter((operation) => !may(caller(), operation, { venue }))).toEqual([]);
});

test("tenants are for admin scope, and to change them needs the group as well", () => {
  expect(refusalOf(caller(), "createTenant")).toBe("This needs a key of admin scope.");
  const reader = caller({ scope: "admin", tenantId: null, groups: ["management_read_only"] });
  expect(may(reader, "listTenants")).toBe(true);
  expect(may(reader, "createTenant")).toBe(false);
});

test("nobody changes a key that may do more than their own", () => {
  const narrow = caller({ venues: ["ven_1"], groups: ["management", "sessions"] });
  const key = (venues: string[] | null, groups: Groups) => ({ key: { venues, groups } });
  expect(may(narrow, "updateKey", key(["ven_1"], ["sessions"]))).toBe(true);
  expect(refusalOf(narrow, "updateKey", key(["ven_2"], ["sessions"]))).toContain("may use venues");
  expect(refusalOf(narrow, "rotateKey", key(null, ["sessions"]))).toContain("may use venues");
  expect(refusalOf(narrow, "revokeKey", key(["ven_1"], null))).toContain("may do more");
  expect(refusalOf(narrow, "getKey", key(null, null))).toBeNull();
});

type Described = { operationId: string; "x-groups"?: string[]; "x-needs": string };
const DESCRIBED = new Map(
  Object.values(openapi.paths)
    .flatMap((path) => Object.values(path) as (Described & { "x-client": { group: string; method: string } })[])
    .filter((operation) => operation.operationId !== undefined)
    .map((operation) => [operation.operationId, operation]),
);

test("the table agrees with the API's document", () => {
  for (const id of Object.keys(OPERATIONS) as OperationId[]) {
    const { groups, isForAdmin = false } = operationOf(id);
    const described = DESCRIBED.get(id);
    expect([id, described?.operationId]).toEqual([id, id]);
    expect([id, [...groups].sort()]).toEqual([id, [...(described?.["x-groups"] ?? [])].sort()]);
    expect([id, isForAdmin]).toEqual([id, described?.["x-needs"] === "secret key of admin scope"]);
  }
});

test("every operation that the console calls is in the table", () => {
  const byMethod = new Map(
    [...DESCRIBED.values()].map(({ operationId, "x-client": { group, method } }) => [
      `${group}.${camelCase(method)}`,
      operationId,
    ]),
  );
  // The client's own method, which calls the operation again and again.
  byMethod.set("changes.follow", "listChanges");
  const folder = new URL("..", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?<!test)\.tsx?$/.test(name),
  );
  const calls = files.flatMap((name) =>
    [...readFileSync(new URL(name, folder), "utf8").matchAll(/\bapi\.(\w+)\.(\w+)\(/g)].map(([, group, method]) =>
      byMethod.get(`${group}.${method}`),
    ),
  );
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter((id) => id === undefined || !(id in OPERATIONS))).toEqual([]);
});

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
