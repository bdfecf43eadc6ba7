// The table of recent events, latest first.
import { useState } from "preact/hooks";

import type { Client } from "../../api/client";
import type { components } from "../../api/schema";
import { SelectField } from "../shell/form-fields";
import { PageButtons, usePagination } from "../shell/pagination";
import { ProblemNotice } from "../shell/problem-notice";
import { ScrollRegion } from "../shell/scroll-region";
import { TimeAgo } from "../shell/times";
import { useRequest } from "../shell/use-request";
import { type VenueSummary, venueName } from "../shell/venue-and-tenant-lists";
import { KINDS, type Kind, singularNameOfKind } from "./event-kinds";

type Page = components["schemas"]["EventList"];

const PAGE = 12;

type RecentEventsProps = { api: Client; venueId: string | null; venues: VenueSummary[]; refreshCount: number };

export function RecentEvents({ api, venueId, venues, refreshCount }: RecentEventsProps) {
  const [kind, setKind] = useState<Kind | "">("");
  const pagination = usePagination();
  const page = useRequest(
    async (signal) => {
      const query = { limit: PAGE, cursor: pagination.cursor, venue: venueId, kind: kind || undefined };
      return (await api.get<Page>("/events", { query, signal })).data;
    },
    [venueId, kind, pagination.cursor, refreshCount],
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
            onValue={(value) => {
              pagination.reset();
              setKind(value);
            }}
          />
        </div>
      </div>
      <ProblemNotice problem={page.problem} onRetry={page.reload} />
      {page.data === undefined && page.problem === undefined && <div class="ghost ghost-list" />}
      {page.data?.data.length === 0 && <p class="soft">No events yet.</p>}
      {page.data !== undefined && page.data.data.length > 0 && (
        <ScrollRegion label="Recent events" class={page.isLoading ? "waiting" : ""}>
          <table class="table">
            <caption class="visually-hidden">Recent events, the last received first</caption>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">What</th>
                {venueId === null && <th scope="col">Venue</th>}
                <th scope="col">Seat</th>
                <th scope="col">Ad or message</th>
                <th scope="col">Session</th>
              </tr>
            </thead>
            <tbody>
              {page.data.data.map((event) => (
                <tr key={`${event.tenantId}/${event.eventId}`}>
                  <td class="nowrap">
                    <TimeAgo at={event.at} />
                  </td>
                  <td class="nowrap">{singularNameOfKind(event.kind)}</td>
                  {venueId === null && <td>{venueName(venues, event.venueId)}</td>}
                  <td>
                    <code>{event.seat ?? event.section ?? ""}</code>
                  </td>
                  <td>{event.ad ?? event.message}</td>
                  <td>
                    {event.sessionId !== null && <code title={event.sessionId}>…{event.sessionId.slice(-6)}</code>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <PageButtons pagination={pagination} nextCursor={page.data?.nextCursor ?? null} isBusy={page.isLoading} />
    </>
  );
}
