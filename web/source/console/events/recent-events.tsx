// The table of recent events, latest first.

import type { Client, components } from "@seatpreview/client";
import { type Column, DataTable } from "../shell/data-table";
import { SelectField } from "../shell/form-fields";
import { FIRST_PAGE, PageButtons, usePagination } from "../shell/pagination";
import { ProblemNotice } from "../shell/problem-notice";
import type { AddressQuery } from "../shell/route";
import { ScrollRegion } from "../shell/scroll-region";
import { TimeAgo } from "../shell/times";
import { useRequest } from "../shell/use-request";
import { type VenueSummary, venueName } from "../shell/venue-and-tenant-lists";
import type { Purpose } from "./event-filters";
import { KINDS, type Kind, singularNameOfKind } from "./event-kinds";

type Page = components["schemas"]["EventList"];
type Event = Page["data"][number];

const PAGE = 12;

type RecentEventsProps = AddressQuery & {
  api: Client;
  venueId: string | null;
  purpose: Purpose;
  venues: VenueSummary[];
  refreshCount: number;
};

export function RecentEvents(props: RecentEventsProps) {
  const { api, venueId, purpose, venues, refreshCount, query, setQuery } = props;
  const kind: Kind | "" = KINDS.find((each) => each.kind === query.kind)?.kind ?? "";
  const pagination = usePagination({ query, setQuery });
  const page = useRequest(
    (signal) => {
      const list = api.events.list({ limit: PAGE, venue: venueId, kind: kind || undefined, purpose }, { signal });
      return list.page(pagination.cursor);
    },
    [venueId, purpose, kind, pagination.cursor, refreshCount],
  );
  return (
    <>
      <div class="panel-head">
        <h2>Recent events</h2>
        <div class="inline-select">
          <SelectField
            label="Kind"
            value={kind}
            choices={[
              { value: "" as const, text: "All" },
              ...KINDS.map((each) => ({ value: each.kind, text: each.name })),
            ]}
            onValue={(value) => setQuery({ kind: value, ...FIRST_PAGE })}
          />
        </div>
      </div>
      <ProblemNotice problem={page.problem} onRetry={page.reload} />
      {page.data === undefined && page.problem === undefined && <div class="ghost ghost-list" />}
      {page.data?.data.length === 0 && <p class="soft">No events yet.</p>}
      {page.data !== undefined && page.data.data.length > 0 && (
        <ScrollRegion label="Recent events" class={page.isLoading ? "waiting" : ""}>
          <DataTable
            caption="Recent events, latest first"
            isFolding
            rows={page.data.data}
            rowKey={(event) => `${event.tenantId}/${event.eventId}`}
            columns={columnsOf(venueId === null ? venues : null)}
          />
        </ScrollRegion>
      )}
      <PageButtons pagination={pagination} nextCursor={page.data?.nextCursor ?? null} isBusy={page.isLoading} />
    </>
  );
}

/** The columns of the table. The venue is left out if `venues` is null. */
function columnsOf(venues: VenueSummary[] | null): Column<Event>[] {
  return [
    { name: "What", isRowHeader: true, cell: (event) => singularNameOfKind(event.kind) },
    { name: "When", class: "nowrap", cell: (event) => <TimeAgo at={event.at} /> },
    ...(venues === null ? [] : [{ name: "Venue", cell: (event: Event) => venueName(venues, event.venueId) }]),
    { name: "Seat", cell: ({ seat, section }) => asCode(seat ?? section) },
    { name: "Ad or error", cell: (event) => event.ad ?? event.code ?? event.message },
    {
      name: "Session",
      cell: ({ sessionId }) => sessionId !== null && <code title={sessionId}>…{sessionId.slice(-6)}</code>,
    },
  ];
}

function asCode(text: string | null) {
  return text !== null && <code>{text}</code>;
}
