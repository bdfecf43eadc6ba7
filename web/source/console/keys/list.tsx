// The list of keys with filters and pages.

import type { ListKeysQuery } from "@seatpreview/client";
import { PlusIcon } from "../../design/icons";
import { DataTable } from "../shell/data-table";
import { PagedList } from "../shell/paged-list";
import { FIRST_PAGE, usePagination } from "../shell/pagination";
import { refusalOf } from "../shell/permissions";
import { Permitted } from "../shell/permitted";
import { tenantColumns, VenuesOf } from "../shell/record-columns";
import { hashOf } from "../shell/route";
import { ScreenHeader } from "../shell/screen-header";
import { isAdmin, type ScreenProps } from "../shell/screen-props";
import { TimeAgo } from "../shell/times";
import { useRequest } from "../shell/use-request";
import { type Tenant, useTenants, useVenues, type VenueSummary } from "../shell/venue-and-tenant-lists";
import type { ApiKey } from "./draft";
import { FilterBar, type Filters, filtersOf, isFiltered, isFilterProblem, NO_FILTERS, queryOfFilters } from "./filters";
import { groupsText } from "./groups";
import { KeyStatus } from "./key-status";

const PAGE = 25;

export function KeyList({ api, caller, query, setQuery }: ScreenProps) {
  const filters = filtersOf(query);
  const pagination = usePagination({ query, setQuery });
  const venues = useVenues(api, caller);
  const tenants = useTenants(api, caller);
  const page = useRequest(
    (signal) => api.keys.list({ limit: PAGE, ...chosen(filters) }, { signal }).page(pagination.cursor),
    [JSON.stringify(filters), pagination.cursor],
  );

  const change = (next: Filters, isTyping = false) => setQuery({ ...queryOfFilters(next), ...FIRST_PAGE }, isTyping);

  return (
    <>
      <ScreenHeader
        title="Keys"
        guide="keys"
        description="Who may use the API, for which venues and from which pages."
        actions={<CreateButton refusal={refusalOf(caller, "createKey")} />}
      />
      <FilterBar
        filters={filters}
        onFilters={change}
        venues={venues.data ?? []}
        tenants={isAdmin(caller) ? (tenants.data ?? []) : null}
        problem={page.problem}
      />
      <PagedList
        page={page}
        pagination={pagination}
        loadingText="Loading the keys"
        loadingRows={5}
        isProblemShown={isFilterProblem(page.problem)}
        empty={
          <NoKeys
            isFiltered={isFiltered(filters)}
            refusal={refusalOf(caller, "createKey")}
            onClear={() => change(NO_FILTERS)}
          />
        }
      >
        {(keys) => (
          <KeyTable
            keys={keys}
            ownKeyId={caller.keyId}
            venues={venues.data}
            tenants={isAdmin(caller) ? (tenants.data ?? []) : null}
          />
        )}
      </PagedList>
    </>
  );
}

type KeyTableProps = {
  keys: ApiKey[];
  ownKeyId: string | null;
  venues: VenueSummary[] | undefined;
  tenants: Tenant[] | null;
};

function KeyTable({ keys, ownKeyId, venues, tenants }: KeyTableProps) {
  return (
    <DataTable
      caption="Keys, newest first"
      isFolding
      rows={keys}
      rowKey={(key) => key.keyId}
      columns={[
        { name: "Key", isRowHeader: true, cell: (key) => <KeyLink apiKey={key} isOwn={key.keyId === ownKeyId} /> },
        { name: "State", cell: (key) => <KeyStatus apiKey={key} /> },
        { name: "Kind", cell: kindOf },
        ...tenantColumns<ApiKey>(tenants),
        { name: "Venues", cell: (key) => <VenuesOf ids={key.venues} venues={venues} /> },
        { name: "Groups", cell: groupsOf },
        { name: "Origins", class: "origins", cell: originsOf },
        {
          name: "Last used",
          cell: (key) => (key.lastUsedAt === null ? <span class="soft">never</span> : <TimeAgo at={key.lastUsedAt} />),
        },
        { name: "Created", cell: (key) => <TimeAgo at={key.createdAt} /> },
      ]}
    />
  );
}

function KeyLink({ apiKey, isOwn }: { apiKey: ApiKey; isOwn: boolean }) {
  return (
    <>
      <a class="key-link" href={hashOf(`keys/${apiKey.keyId}`)}>
        {apiKey.label === "" ? "No label" : apiKey.label}
      </a>{" "}
      {apiKey.hint !== null && (
        <code class="soft key-hint" title="The last four characters of the secret">
          …{apiKey.hint}
        </code>
      )}{" "}
      {isOwn && <span class="badge badge-accent">yours</span>}
      <code class="soft small key-id">{apiKey.keyId}</code>
    </>
  );
}

function kindOf({ kind, scope, allowOriginOnly }: ApiKey) {
  return (
    <>
      {kind}
      {scope === "admin" && ", admin"}
      {kind === "secret" && allowOriginOnly && <span class="soft small"> or by origin</span>}
    </>
  );
}

function groupsOf({ groups }: ApiKey) {
  return groups === null ? <span class="soft">all</span> : groupsText(groups);
}

function originsOf({ allowedOrigins }: ApiKey) {
  const [first] = allowedOrigins;
  if (first === undefined) return <span class="soft">any</span>;
  return (
    <>
      <code class="break">{first.replace("https://", "")}</code>
      {allowedOrigins.length > 1 && <span class="soft"> +{allowedOrigins.length - 1}</span>}
    </>
  );
}

function CreateButton({ refusal }: { refusal: string | null }) {
  return (
    <Permitted refusal={refusal}>
      <a class="button button-primary" href={hashOf("keys/new")}>
        <PlusIcon /> Create a key
      </a>
    </Permitted>
  );
}

type NoKeysProps = { isFiltered: boolean; refusal: string | null; onClear: () => void };

function NoKeys({ isFiltered, refusal, onClear }: NoKeysProps) {
  if (isFiltered) {
    return (
      <div class="empty">
        <h2>No key matches these filters</h2>
        <p>Change a filter, or clear them all.</p>
        <button type="button" class="button" onClick={onClear}>
          Clear filters
        </button>
      </div>
    );
  }
  return (
    <div class="empty">
      <h2>No keys yet</h2>
      <p>
        A ticket shop's server needs a secret key; a page without a server needs a keyless one. Start with a secret key.
      </p>
      <CreateButton refusal={refusal} />
    </div>
  );
}

function chosen(filters: Filters): ListKeysQuery {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
}
