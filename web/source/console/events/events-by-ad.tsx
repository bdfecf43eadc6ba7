// The table of ads: how often each one was shown and clicked.

import { ScrollRegion } from "../shell/scroll-region";
import { type VenueSummary, venueName } from "../shell/venue-and-tenant-lists";
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
          <table class="table">
            <caption class="visually-hidden">Ads, the most shown first</caption>
            <thead>
              <tr>
                <th scope="col">Ad</th>
                {!isOneVenue && <th scope="col">Venue</th>}
                <th scope="col" class="number">
                  Shown
                </th>
                <th scope="col" class="number">
                  Clicked
                </th>
                <th scope="col" class="number">
                  Rate
                </th>
                <th scope="col" class="bar-column">
                  <span class="visually-hidden">As a bar</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sorted.map(({ key, venueId, counts }) => (
                <tr key={`${venueId}/${key}`}>
                  <th scope="row">{key}</th>
                  {!isOneVenue && <td>{venueId !== null && venueName(venues, venueId)}</td>}
                  <td class="number">{counts.ad_shown.toLocaleString()}</td>
                  <td class="number">{counts.ad_clicked.toLocaleString()}</td>
                  <td class="number">{rate(counts.ad_clicked, counts.ad_shown)}</td>
                  <td class="bar-column">
                    <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                      <rect class="series-2" width={share(counts.ad_clicked, counts.ad_shown)} height="8" />
                    </svg>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </>
  );
}

function share(clicked: number, shown: number): number {
  return shown === 0 ? 0 : Math.min(100, (100 * clicked) / shown);
}

function rate(clicked: number, shown: number): string {
  return shown === 0 ? "–" : `${share(clicked, shown).toFixed(1)} %`;
}
