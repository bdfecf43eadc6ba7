// The events themselves, the last received first.
import { useState } from "preact/hooks";

import type { Client } from "../../api/client";
import type { components } from "../../api/schema";
import { SelectField } from "../shell/form-fields";
import { Pager, usePaging } from "../shell/pagination";
import { Trouble } from "../shell/problem-notice";
import { Scroll } from "../shell/scroll-region";
import { Ago } from "../shell/times";
import { useAsked } from "../shell/use-request";
import { type VenueSummary, venueName } from "../shell/venue-and-tenant-lists";
import { KINDS, type Kind, wordOfKind } from "./event-kinds";

type Page = components["schemas"]["EventList"];

const PAGE = 12;

type RecentProps = { api: Client; venueId: string | null; venues: VenueSummary[]; turn: number };

export function Recent({ api, venueId, venues, turn }: RecentProps) {
  const [kind, setKind] = useState<Kind | "">("");
  const paging = usePaging();
  const page = useAsked(
    async (signal) => {
      const query = { limit: PAGE, cursor: paging.cursor, venue: venueId, kind: kind || undefined };
      return (await api.get<Page>("/events", { query, signal })).data;
    },
    [venueId, kind, paging.cursor, turn],
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
              paging.restart();
              setKind(value);
            }}
          />
        </div>
      </div>
      <Trouble problem={page.problem} onRetry={page.again} />
      {page.data === undefined && page.problem === undefined && <div class="ghost ghost-list" />}
      {page.data?.data.length === 0 && <p class="soft">No events yet.</p>}
      {page.data !== undefined && page.data.data.length > 0 && (
        <Scroll label="Recent events" class={page.isAsking ? "waiting" : ""}>
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
                    <Ago at={event.at} />
                  </td>
                  <td class="nowrap">{wordOfKind(event.kind)}</td>
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
        </Scroll>
      )}
      <Pager paging={paging} nextCursor={page.data?.nextCursor ?? null} isBusy={page.isAsking} />
    </>
  );
}
