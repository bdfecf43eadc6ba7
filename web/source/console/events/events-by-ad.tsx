// The table of ads: how often each one was shown and clicked.

import { type Column, DataTable } from "../shell/data-table";
import { ScrollRegion } from "../shell/scroll-region";
import { type VenueSummary, venueName } from "../shell/venue-and-tenant-lists";
import { Bar } from "./bar";
import type { ReportRow } from "./event-kinds";

type EventsByAdProps = { rows: ReportRow[]; venues: VenueSummary[]; isOneVenue: boolean };

export function EventsByAd({ rows, venues, isOneVenue }: EventsByAdProps) {
  const sorted = rows.toSorted((one, other) => other.counts.ad_shown - one.counts.ad_shown);
  return (
    <>
      <div class="panel-head">
        <h2>Ads</h2>
        <p class="soft small">A click counts once its ad was shown in the same session.</p>
      </div>
      {rows.length === 0 ? (
        <p class="soft">No ad was shown in this period. Ads are part of a venue's record.</p>
      ) : (
        <ScrollRegion label="Ads">
          <DataTable
            caption="Ads, the most shown first"
            isFolding
            class="counts"
            rows={sorted}
            rowKey={({ venueId, key }) => `${venueId}/${key}`}
            columns={[
              { name: "Ad", isRowHeader: true, cell: ({ key }) => key },
              ...(isOneVenue ? [] : [venueColumn(venues)]),
              { name: "Shown", isNumber: true, cell: ({ counts }) => counts.ad_shown.toLocaleString() },
              { name: "Clicked", isNumber: true, cell: ({ counts }) => counts.ad_clicked.toLocaleString() },
              { name: "Rate", isNumber: true, cell: ({ counts }) => rate(counts.ad_clicked, counts.ad_shown) },
              {
                name: "As a bar",
                isNameHidden: true,
                class: "bar-column",
                cell: ({ counts }) => <Bar series={2} percent={share(counts.ad_clicked, counts.ad_shown)} />,
              },
            ]}
          />
        </ScrollRegion>
      )}
    </>
  );
}

/** The column with the venue of a row, for reports about several venues. */
export function venueColumn(venues: VenueSummary[]): Column<ReportRow> {
  return { name: "Venue", cell: ({ venueId }) => venueId !== null && venueName(venues, venueId) };
}

function share(clicked: number, shown: number): number {
  return shown === 0 ? 0 : Math.min(100, (100 * clicked) / shown);
}

function rate(clicked: number, shown: number): string {
  return shown === 0 ? "–" : `${share(clicked, shown).toFixed(1)} %`;
}
