import { expect, test } from "vitest";
import type { CallerInfo } from "../shell/screen-props";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import type { ReportRow } from "./event-kinds";
import { venuesToChoose } from "./venues-to-choose";

const caller = (venues: string[] | null) => ({ venues }) as CallerInfo;
const row = (venueId: string) => ({ venueId }) as ReportRow;

test("venues are chosen by their names", () => {
  const listed = [{ venueId: "ven_1", name: "Hall" }] as VenueSummary[];
  expect(venuesToChoose(caller(null), listed, [row("ven_1")], null)).toEqual([{ venueId: "ven_1", name: "Hall" }]);
});

test("a key that may not list venues chooses from the ids that it knows, each once", () => {
  const chosen = venuesToChoose(caller(["ven_1"]), [], [row("ven_2"), row("ven_2")], "ven_3");
  expect(chosen.map(({ name }) => name)).toEqual(["ven_1", "ven_2", "ven_3"]);
});
