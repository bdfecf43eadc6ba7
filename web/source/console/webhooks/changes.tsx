// The page "What changed": the change feed as a list that grows by itself while somebody looks at it.

import { useEffect } from "preact/hooks";
import { DataTable } from "../shell/data-table";
import { SelectField } from "../shell/form-fields";
import { forgetCachedLists } from "../shell/list-cache";
import { LoadingRows } from "../shell/loading-rows";
import { Named, type Names, useNames } from "../shell/names";
import { may } from "../shell/permissions";
import { ProblemNotice } from "../shell/problem-notice";
import { hashOf } from "../shell/route";
import { ScreenHeader } from "../shell/screen-header";
import { isAdmin, type ScreenProps } from "../shell/screen-props";
import { TimeAgo } from "../shell/times";
import { type Change, detailText, recordPath } from "./change-list";
import { typeName } from "./change-types";
import { PageLinks } from "./pages";
import { useChanges } from "./use-changes";

type KindFilter = "" | "key" | "venue" | "grant" | "imagery";

const KINDS: { value: KindFilter; text: string }[] = [
  { value: "", text: "Everything" },
  { value: "key", text: "Keys" },
  { value: "venue", text: "Venues" },
  { value: "grant", text: "Grants" },
  { value: "imagery", text: "Images" },
];

export function Changes(props: ScreenProps) {
  const { api, caller } = props;
  const kind = KINDS.find(({ value }) => value === props.query.kind)?.value ?? "";
  const { changes, problem, isFollowing, retry } = useChanges(api);
  const newest = newestKey(changes);
  useEffect(forgetCachedLists, [newest]);
  const names = useNames(api, caller, newest);
  const shown = (changes ?? []).filter((change) => kind === "" || change.kind === kind);
  return (
    <>
      <ScreenHeader
        title="What changed"
        guide="changes"
        description="Keys, venues, grants and images, newest first. It is what a webhook hears of."
        actions={
          <span class={`following soft small${isFollowing ? " following-live" : ""}`} role="status">
            {isFollowing ? "New changes appear by themselves" : "Not following"}
          </span>
        }
      />
      <PageLinks shown="webhooks/changes" />
      <search class="webhook-filter filters">
        <SelectField label="Show" value={kind} choices={KINDS} onValue={(value) => props.setQuery({ kind: value })} />
      </search>
      <ProblemNotice problem={problem} onRetry={retry} />
      {changes === undefined && problem === undefined && <LoadingRows text="Loading the changes" />}
      {changes !== undefined && (
        <section class="card panel-flush">
          <DataTable
            caption="Changes, newest first"
            isFolding
            rows={shown}
            rowKey={({ n }) => n}
            emptyText="Nothing has changed yet."
            columns={[
              { name: "What", isRowHeader: true, cell: ({ type }) => typeName(type) },
              { name: "When", cell: ({ at }) => <TimeAgo at={at} /> },
              { name: "Record", cell: (change) => recordOf(change, caller.tenantId, names) },
              ...(isAdmin(caller)
                ? [
                    {
                      name: "Tenant",
                      cell: ({ tenantId }: Change) =>
                        tenantId !== null && <Named name={names.tenant(tenantId)} id={tenantId} noun="tenantId" />,
                    },
                  ]
                : []),
              { name: "Who", cell: ({ actor }) => actorOf(actor, names) },
            ]}
          />
        </section>
      )}
      <p class="soft small">
        Changes from before you opened this page are those of{" "}
        {isAdmin(caller) ? "all tenants" : "your tenant's own records"}, at most the last 50 of a kind.{" "}
        {may(caller, "listAudit") && (
          <>
            Who did what before that is in the <a href={hashOf("audit")}>audit list</a>.
          </>
        )}
      </p>
    </>
  );
}

/** The number of the newest change that made a key; 0 if there is none. */
function newestKey(changes: Change[] = []): number {
  return changes.find(({ type }) => type === "key.created" || type === "key.rotated")?.n ?? 0;
}

function recordOf(change: Change, ownTenantId: string | null, names: Names) {
  const name = (change.kind === "key" ? names.key(change.id) : names.venue(change.id)) ?? change.id;
  const path = recordPath(change, ownTenantId);
  const detail = detailText(change);
  return (
    <>
      {path === null ? (
        name
      ) : (
        <a href={hashOf(path)} title={change.id}>
          {name}
        </a>
      )}
      {detail !== "" && <span class="soft small change-detail">{detail}</span>}
    </>
  );
}

function actorOf(actor: string | null, names: Names) {
  if (actor === null) return <span class="soft">its owner</span>;
  if (actor === "operator") return "the command line";
  if (actor === "service") return "the service, when its time came";
  const name = names.key(actor);
  // A key of the operator, which a tenant cannot look at.
  if (name === undefined) return <code>{actor}</code>;
  return (
    <a href={hashOf(`keys/${actor}`)} title={actor}>
      {name}
    </a>
  );
}
