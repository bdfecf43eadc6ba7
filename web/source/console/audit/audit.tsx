// The audit screen: who did what and when, newest first, as sentences.

import type { Client } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { Dialog } from "../../design/dialog";
import { type Column, DataTable } from "../shell/data-table";
import { type Names, useKeys, useNames } from "../shell/names";
import { PagedList } from "../shell/paged-list";
import { FIRST_PAGE, usePagination } from "../shell/pagination";
import { may } from "../shell/permissions";
import { ProblemNotice } from "../shell/problem-notice";
import { tenantColumn } from "../shell/record-columns";
import { hashOf, type Query } from "../shell/route";
import { ScreenHeader } from "../shell/screen-header";
import { isAdmin, type ScreenProps } from "../shell/screen-props";
import { formatDateTime, TimeAgo } from "../shell/times";
import { useRequest } from "../shell/use-request";
import { useTenants, useVenues } from "../shell/venue-and-tenant-lists";
import { ChangesList } from "../venues/changes-list";
import { AuditFilters, listQueryOf, NO_FILTERS } from "./audit-filters";
import { type AuditEntry, comparableVersions, sentenceOf } from "./audit-words";
import "./audit.css";

const PAGE = 50;

export function Audit({ api, caller, query, setQuery }: ScreenProps) {
  const pagination = usePagination({ query, setQuery });
  const names = useNames(api, caller);
  const keys = useKeys(api, caller);
  const venues = useVenues(api, caller);
  const tenants = useTenants(api, caller);
  const [compared, setCompared] = useState<AuditEntry | null>(null);
  const asked = listQueryOf(query);
  const page = useRequest(
    (signal) => api.audit.list({ limit: PAGE, ...asked }, { signal }).page(pagination.cursor),
    [JSON.stringify(asked), pagination.cursor],
  );
  const set = (changes: Query) => setQuery({ ...changes, ...FIRST_PAGE });
  const isFiltered = Object.keys(NO_FILTERS).some((name) => name in query);
  return (
    <>
      <ScreenHeader
        title="Audit"
        guide="audit"
        description={
          isAdmin(caller)
            ? "Who changed what and when, in all tenants. Looking at seats changes nothing, and is not listed."
            : "Who changed what and when, of what belongs to your tenant. Looking at seats changes nothing, and is not listed."
        }
      />
      <AuditFilters
        query={query}
        onQuery={set}
        venues={venues.data ?? []}
        keys={keys}
        tenants={isAdmin(caller) ? (tenants.data ?? []) : null}
      />
      <PagedList
        page={page}
        pagination={pagination}
        loadingText="Loading the audit list"
        class="audit-list"
        empty={
          <div class="empty">
            <h2>{isFiltered ? "No change matches these filters" : "Nothing has changed yet"}</h2>
            {isFiltered && (
              <button type="button" class="button" onClick={() => set(NO_FILTERS)}>
                Clear filters
              </button>
            )}
          </div>
        }
      >
        {(entries) => (
          <DataTable
            caption="Changes, newest first"
            isFolding
            rows={entries}
            rowKey={({ number }) => number}
            columns={columnsOf(names, {
              isAdmin: isAdmin(caller),
              onCompare: may(caller, "getVersionChanges") ? setCompared : null,
            })}
          />
        )}
      </PagedList>
      {compared !== null && (
        <ComparedDialog api={api} entry={compared} names={names} onClose={() => setCompared(null)} />
      )}
    </>
  );
}

type ColumnOptions = { isAdmin: boolean; onCompare: ((entry: AuditEntry) => void) | null };

function columnsOf(names: Names, { isAdmin, onCompare }: ColumnOptions): Column<AuditEntry>[] {
  return [
    { name: "What happened", isRowHeader: true, cell: (entry) => <Sentence entry={entry} names={names} /> },
    {
      name: "When",
      class: "audit-when",
      cell: ({ at }) => (
        <>
          <TimeAgo at={at} />
          <span class="soft small audit-exact">{formatDateTime(at)}</span>
        </>
      ),
    },
    ...(isAdmin ? [tenantColumn<AuditEntry>(names.tenant, "audit-tenant")] : []),
    ...(onCompare === null ? [] : [compareColumn(onCompare)]),
  ];
}

function compareColumn(onCompare: (entry: AuditEntry) => void): Column<AuditEntry> {
  return {
    name: "Difference",
    isNameHidden: true,
    isNumber: true,
    cell: (entry) =>
      comparableVersions(entry) !== null && (
        <button
          type="button"
          class="button button-small"
          aria-label={`What version ${entry.version} changed`}
          onClick={() => onCompare(entry)}
        >
          What it changed
        </button>
      ),
  };
}

function Sentence({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { actor, actorPath, before, record, recordPath, after } = sentenceOf(entry, names);
  return (
    <span class="audit-sentence">
      {actorPath === null ? actor : <a href={hashOf(actorPath)}>{actor}</a>} {before}{" "}
      {recordPath === null ? record : <a href={hashOf(recordPath)}>{record}</a>}
      {after !== "" && ` ${after}`}
      {record !== entry.id && <code class="soft small audit-id">{entry.id}</code>}
    </span>
  );
}

type ComparedDialogProps = { api: Client; entry: AuditEntry; names: Names; onClose: () => void };

/** What a publish changed for buyers, from the version before. */
function ComparedDialog({ api, entry, names, onClose }: ComparedDialogProps) {
  const { since = 0, version = 0 } = comparableVersions(entry) ?? {};
  const request = useRequest(
    (signal) => api.versions.changes(entry.id, String(version), { since }, { signal }),
    [entry.number],
  );
  return (
    <Dialog title={`${names.venue(entry.id) ?? entry.id}: what version ${version} changed`} isWide onClose={onClose}>
      <div class="stack">
        <p>
          What changed for buyers from version {since} to version {version}.
        </p>
        {request.problem?.status === 404 ? (
          <p class="note">One of the two versions is not kept any more, so they cannot be compared.</p>
        ) : (
          <ProblemNotice problem={request.problem} onRetry={request.reload} />
        )}
        {request.data === undefined && request.problem === undefined && <div class="ghost ghost-panel" />}
        {request.data !== undefined && <ChangesList changes={request.data} />}
      </div>
    </Dialog>
  );
}
