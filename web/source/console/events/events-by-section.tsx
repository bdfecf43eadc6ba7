// Events by section: on the venue's map where one venue is chosen, and as a table with bars.

import type { Client } from "@seatpreview/client";
import { useMemo, useState } from "preact/hooks";
import type { Plan } from "../../plan/plan";
import { VenueMap } from "../../plan/venue-map";
import { DataTable } from "../shell/data-table";
import { SelectField } from "../shell/form-fields";
import { refusalOf } from "../shell/permissions";
import { Permitted } from "../shell/permitted";
import { ProblemNotice } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import { ScrollRegion } from "../shell/scroll-region";
import { useRequest } from "../shell/use-request";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import { Bar } from "./bar";
import { type Kind, nameOfKind, type ReportRow } from "./event-kinds";
import { venueColumn } from "./events-by-ad";

const COUNTED: Kind[] = ["seat_viewed", "cta_clicked", "fallback_shown", "error"];
const ROWS_FIRST = 12;

type EventsBySectionProps = {
  api: Client;
  caller: CallerInfo;
  venueId: string | null;
  rows: ReportRow[];
  venues: VenueSummary[];
};

export function EventsBySection({ api, caller, venueId, rows, venues }: EventsBySectionProps) {
  const [counted, setCounted] = useState<Kind>("seat_viewed");
  const [isWhole, setWhole] = useState(false);
  const sorted = rows.toSorted((one, other) => other.counts[counted] - one.counts[counted]);
  const shown = isWhole ? sorted : sorted.slice(0, ROWS_FIRST);
  const most = Math.max(1, sorted[0]?.counts[counted] ?? 0);
  return (
    <>
      <div class="panel-head">
        <h2>Sections</h2>
        <div class="inline-select">
          <SelectField
            label="Count"
            value={counted}
            choices={COUNTED.map((kind) => ({ value: kind, text: nameOfKind(kind) }))}
            onValue={setCounted}
          />
        </div>
      </div>
      <div class="sections">
        {venueId !== null && (
          <Permitted refusal={mapRefusal(caller)}>
            <HeatMap api={api} venueId={venueId} rows={rows} counted={counted} />
          </Permitted>
        )}
        <div class="stack-small">
          {rows.length === 0 && <p class="soft">No events with a section in this period.</p>}
          {rows.length > 0 && (
            <ScrollRegion label="Sections">
              <DataTable
                caption={`${nameOfKind(counted)} by section, the most first`}
                rows={shown}
                rowKey={(row) => `${row.venueId}/${row.key}`}
                columns={[
                  { name: "Section", isRowHeader: true, cell: (row) => row.key },
                  ...(venueId === null ? [venueColumn(venues)] : []),
                  {
                    name: nameOfKind(counted),
                    isNumber: true,
                    cell: (row) => row.counts[counted].toLocaleString(),
                  },
                  {
                    name: "As a bar",
                    isNameHidden: true,
                    class: "bar-column",
                    cell: (row) => <Bar series={1} percent={(100 * row.counts[counted]) / most} />,
                  },
                ]}
              />
            </ScrollRegion>
          )}
          {sorted.length > ROWS_FIRST && (
            <button type="button" class="button button-small self-start" onClick={() => setWhole(!isWhole)}>
              {isWhole ? "Show fewer" : `Show all ${sorted.length} sections`}
            </button>
          )}
        </div>
      </div>
    </>
  );
}

function mapRefusal(caller: CallerInfo): string | null {
  const refusal = refusalOf(caller, "getPlan");
  return refusal === null ? null : `The map is not shown. ${refusal}`;
}

type HeatMapProps = { api: Client; venueId: string; rows: ReportRow[]; counted: Kind };

function HeatMap({ api, venueId, rows, counted }: HeatMapProps) {
  const plan = useRequest<Plan>((signal) => api.seats.plan({ venue: venueId }, { signal }), [venueId]);
  const values = useMemo(() => new Map(rows.map((row) => [row.key, row.counts[counted]])), [rows, counted]);
  if (plan.problem !== undefined) return <ProblemNotice problem={plan.problem} onRetry={plan.reload} />;
  if (plan.data === undefined || plan.data.venueId !== venueId) return <div class="ghost heat-map" />;
  if (!plan.data.sections.some((section) => section.geometry !== null)) return null;
  return (
    <div class="heat-map">
      <VenueMap plan={plan.data} values={values} label={`${nameOfKind(counted)} by section, from above`} />
    </div>
  );
}
