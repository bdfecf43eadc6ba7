// The events screen: what buyers looked at and clicked, by day, section and ad.
import { useState } from "preact/hooks";

import { RefreshIcon } from "../../design/icons";
import { FIRST_PAGE } from "../shell/pagination";
import { may } from "../shell/permissions";
import { ProblemNotice } from "../shell/problem-notice";
import { hashOf, type Query } from "../shell/route";
import { ScreenHeader } from "../shell/screen-header";
import type { ScreenProps } from "../shell/screen-props";
import { useRequest } from "../shell/use-request";
import { firstPages, useVenues } from "../shell/venue-and-tenant-lists";
import { type DateRange, daysShown, lastDays, queryOf } from "./date-range";
import { EventFilters, filtersOf, queryOfChoice } from "./event-filters";
import { type Kind, nameOfKind, type ReportRow, sumOf } from "./event-kinds";
import { EventsByAd } from "./events-by-ad";
import { EventsByDay } from "./events-by-day";
import { EventsBySection } from "./events-by-section";
import { RecentEvents } from "./recent-events";
import { venuesToChoose } from "./venues-to-choose";
import "./events.css";

type Reports = { days: ReportRow[]; sections: ReportRow[]; ads: ReportRow[]; range: DateRange };

const TILES: Kind[] = ["session_started", "seat_viewed", "cta_clicked", "ad_clicked", "error"];
const PAGE = 1000;

export function Events({ api, caller, query, setQuery }: ScreenProps) {
  const { venueId, purpose, choice, customRange } = filtersOf(query, Date.now());
  const set = (changes: Query) => setQuery({ ...changes, ...FIRST_PAGE });
  const [refreshCount, setRefreshCount] = useState(0);
  const venues = useVenues(api, caller);
  const range = choice === "own" ? customRange : lastDays(Number(choice), Date.now());

  const reports = useRequest<Reports>(
    async (signal) => {
      const asked = { ...queryOf(range, choice !== "own"), purpose, ...(venueId === null ? {} : { venue: venueId }) };
      const [days, sections, ads] = await Promise.all(
        (["day", "section", "ad"] as const).map((groupBy) =>
          firstPages(api.events.report({ ...asked, groupBy, limit: PAGE }, { signal })),
        ),
      );
      return { days: days!, sections: sections!, ads: ads!.filter(isOfAd), range };
    },
    [venueId, purpose, range.from, range.to, refreshCount],
  );

  return (
    <>
      <ScreenHeader
        title="Events"
        guide="events"
        description="What buyers looked at and clicked; or your own people, in previews of this console. Days are those of the venue's own calendar."
        actions={
          <button
            type="button"
            class="button"
            onClick={() => setRefreshCount(refreshCount + 1)}
            disabled={reports.isLoading}
          >
            <RefreshIcon /> Refresh
          </button>
        }
      />
      <EventFilters
        venueId={venueId}
        onVenueId={(id) => set({ venue: id ?? "" })}
        purpose={purpose}
        onPurpose={(value) => set({ who: value === "staff" ? "staff" : "" })}
        venues={venuesToChoose(caller, venues.data ?? [], reports.data?.sections ?? [], venueId)}
        venuesHelp={may(caller, "listVenues") ? undefined : "By their ids: your key may not read the names."}
        choice={choice}
        onChoice={(value) => set(queryOfChoice(value, customRange))}
        customRange={customRange}
        onCustomRange={(value) => set(value)}
      />
      <ProblemNotice problem={reports.problem} onRetry={reports.reload} />
      {reports.data === undefined && reports.problem === undefined && <Ghosts />}
      {reports.data !== undefined && (
        <div class={`stack events${reports.isLoading ? " waiting" : ""}`} aria-busy={reports.isLoading}>
          <Tiles rows={reports.data.days} />
          <section class="card panel" aria-labelledby="events-days">
            <h2 id="events-days">Days</h2>
            {reports.data.days.length === 0 ? (
              <div class="empty">
                <h2>No events in this period</h2>
                <p>
                  The viewer reports events by itself once a page shows it. Choose a longer period
                  {may(caller, "listVenues") && (
                    <>
                      , or preview a seat of <a href={hashOf("venues")}>one of the venues</a>
                    </>
                  )}
                  .
                </p>
              </div>
            ) : (
              <EventsByDay
                days={daysShown(
                  reports.data.range,
                  reports.data.days.map(({ key }) => key),
                )}
                rows={reports.data.days}
              />
            )}
          </section>
          <section class="card panel">
            <EventsBySection
              api={api}
              caller={caller}
              venueId={venueId}
              rows={reports.data.sections}
              venues={venues.data ?? []}
            />
          </section>
          <section class="card panel">
            <EventsByAd rows={reports.data.ads} venues={venues.data ?? []} isOneVenue={venueId !== null} />
          </section>
          <section class="card panel">
            <RecentEvents
              api={api}
              venueId={venueId}
              purpose={purpose}
              venues={venues.data ?? []}
              refreshCount={refreshCount}
              query={query}
              setQuery={setQuery}
            />
          </section>
        </div>
      )}
    </>
  );
}

function Tiles({ rows }: { rows: ReportRow[] }) {
  const sum = sumOf(rows);
  return (
    <dl class="tiles">
      {TILES.map((kind) => (
        <div class="card tile" key={kind}>
          <dt>{nameOfKind(kind)}</dt>
          <dd>{sum[kind].toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  );
}

function Ghosts() {
  return (
    <div class="stack events" aria-busy="true">
      <span class="visually-hidden">Loading the events</span>
      <div class="ghost ghost-tiles" />
      <div class="ghost ghost-panel" />
    </div>
  );
}

function isOfAd({ counts }: ReportRow): boolean {
  return counts.ad_shown + counts.ad_clicked > 0;
}
