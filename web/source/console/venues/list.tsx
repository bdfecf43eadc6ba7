// The list of all venues that the key may use, newest first, with a search.

import type { Client, components } from "@seatpreview/client";
import { CopyableText } from "../../design/copy-button";
import { PlusIcon, SearchIcon } from "../../design/icons";
import { ArchivedSwitch } from "../shell/archived-switch";
import { DataTable } from "../shell/data-table";
import { useTypedFilter } from "../shell/debounced-text-field";
import { Named, useNames } from "../shell/names";
import { refusalOf } from "../shell/permissions";
import { Permitted } from "../shell/permitted";
import { ProblemNotice } from "../shell/problem-notice";
import { hashOf } from "../shell/route";
import { ScreenHeader } from "../shell/screen-header";
import type { ScreenProps } from "../shell/screen-props";
import { ScrollRegion } from "../shell/scroll-region";
import { TimeAgo } from "../shell/times";
import { useRequest } from "../shell/use-request";

type VenueSummary = components["schemas"]["VenueSummary"];

const PAGE = 100;
const PAGES_MAX = 50;

export function VenueList({ api, caller, query, setQuery }: ScreenProps) {
  const hasArchived = query.archived === "yes";
  const setArchived = (isShown: boolean) => setQuery({ archived: isShown ? "yes" : "" });
  const request = useRequest((signal) => allVenues(api, hasArchived, signal), [hasArchived]);
  const [wanted, setWanted] = useTypedFilter(query.search ?? "", (search) => setQuery({ search }, true));
  const names = useNames(api, caller);
  const venues = request.data ?? [];
  const refusal = refusalOf(caller, "createVenue");
  const found = venues.filter((venue) => matchesSearch(venue, wanted));
  return (
    <>
      <ScreenHeader
        title="Venues"
        guide="venues"
        description="Their seats and layouts, and how labels name the seats."
        actions={<CreateButton refusal={refusal} text="New venue" />}
      />
      <ProblemNotice problem={request.problem} onRetry={request.reload} />
      {request.data === undefined && request.problem === undefined && (
        <div class="ghost venues-ghost" aria-hidden="true" />
      )}
      {request.data !== undefined && venues.length === 0 && <NoVenue refusal={refusal} />}
      {request.data !== undefined && venues.length === 0 && (
        <ArchivedSwitch isShown={hasArchived} isBusy={request.isLoading} onShown={setArchived} />
      )}
      {venues.length > 0 && (
        <>
          <div class="row list-filters">
            <label class="venues-search">
              <SearchIcon label="Search" />
              <input
                class="input"
                type="search"
                placeholder="Name or id"
                aria-label="Search venues by name or id"
                value={wanted}
                onInput={(event) => setWanted(event.currentTarget.value)}
              />
            </label>
            <ArchivedSwitch isShown={hasArchived} isBusy={request.isLoading} onShown={setArchived} />
          </div>
          <ScrollRegion label="Venues" class="card panel-flush">
            <DataTable
              rows={found}
              rowKey={(venue) => venue.venueId}
              columns={[
                { name: "Name", isRowHeader: true, cell: (venue) => <VenueLink venue={venue} /> },
                { name: "Version", isNumber: true, class: "venues-wide", cell: (venue) => venue.version },
                { name: "Updated", cell: (venue) => <TimeAgo at={venue.updatedAt} /> },
                {
                  name: caller.tenantId === null ? "Tenant" : "Access",
                  class: "venues-wide",
                  cell: (venue) =>
                    caller.tenantId === null ? (
                      <Named name={names.tenant(venue.tenantId)} id={venue.tenantId} noun="tenantId" />
                    ) : (
                      accessOf(venue, caller.tenantId)
                    ),
                },
              ]}
            />
            {found.length === 0 && <p class="venues-none">No venue matches “{wanted}”.</p>}
          </ScrollRegion>
        </>
      )}
    </>
  );
}

function VenueLink({ venue }: { venue: VenueSummary }) {
  return (
    <>
      <a href={hashOf(`/venues/${venue.venueId}`)}>{venue.name}</a>{" "}
      {venue.archivedAt !== null && <span class="badge badge-warn">archived</span>}
      <br />
      <span class="soft small venues-id">
        <CopyableText text={venue.venueId} name={`id of ${venue.name}`} />
      </span>
    </>
  );
}

function CreateButton({ refusal, text }: { refusal: string | null; text: string }) {
  return (
    <Permitted refusal={refusal}>
      <a class="button button-primary" href={hashOf("/venues/new")}>
        <PlusIcon /> {text}
      </a>
    </Permitted>
  );
}

function NoVenue({ refusal }: { refusal: string | null }) {
  return (
    <div class="card empty">
      <h2>No venue yet</h2>
      <p>
        Describe your hall once, by rules instead of seat by seat. Start from a template or a file with its plan, change
        it until it is yours, and try the labels that your ticketing system prints.
      </p>
      <CreateButton refusal={refusal} text="Describe a venue" />
    </div>
  );
}

function accessOf(venue: VenueSummary, tenantId: string) {
  return venue.tenantId === tenantId ? (
    <span class="badge badge-accent">yours</span>
  ) : (
    <span class="badge">granted to you</span>
  );
}

function matchesSearch(venue: VenueSummary, wanted: string): boolean {
  const text = wanted.trim().toLowerCase();
  return venue.name.toLowerCase().includes(text) || venue.venueId.toLowerCase().includes(text);
}

/** The API has no search by name, so all pages are read. */
function allVenues(api: Client, hasArchived: boolean, signal: AbortSignal): Promise<VenueSummary[]> {
  return api.venues
    .list({ limit: PAGE, ...(hasArchived ? { archived: true } : {}) }, { signal })
    .toArray(PAGES_MAX * PAGE);
}
