// The grants tab: which other tenants may use the venue.

import type { Client, components } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { ConfirmAction } from "../shell/confirm-action";
import { type Column, DataTable } from "../shell/data-table";
import { TextField } from "../shell/form-fields";
import { Named, type Names, useNames } from "../shell/names";
import { may, refusalOf } from "../shell/permissions";
import { Permitted } from "../shell/permitted";
import { ProblemNotice } from "../shell/problem-notice";
import { useRepeatableRequest } from "../shell/repeatable-request";
import { hashOf } from "../shell/route";
import { type CallerInfo, isAdmin } from "../shell/screen-props";
import { ScrollRegion } from "../shell/scroll-region";
import { TimeAgo } from "../shell/times";
import { showToast } from "../shell/toasts";
import { useAction, useRequest } from "../shell/use-request";
import { type Tenant, useTenants } from "../shell/venue-and-tenant-lists";
import type { StoredVenue, Venue } from "./record";

type GrantList = components["schemas"]["GrantList"];
type Grant = GrantList["data"][number];

export function GrantTab(props: { api: Client; stored: StoredVenue; isOwner: boolean; caller: CallerInfo }) {
  const { api, caller } = props;
  const { venue } = props.stored;
  const [grantToEnd, setGrantToEnd] = useState<string | null>(null);
  const names = useNames(api, caller);
  const request = useRequest(
    (signal) => (props.isOwner ? api.grants.list(venue.venueId, { limit: 100 }, { signal }).page() : none()),
    [venue.venueId],
  );
  if (!props.isOwner) return <OwnGrant api={api} venue={venue} caller={props.caller} />;
  const grants = request.data?.data ?? [];
  return (
    <div class="stack">
      <Permitted refusal={refusalOf(caller, "putGrant", { venue })}>
        <GrantForm api={api} caller={caller} venue={venue} onGranted={request.reload} />
      </Permitted>
      <ProblemNotice problem={request.problem} onRetry={request.reload} />
      {request.data !== undefined && grants.length === 0 && (
        <div class="card empty">
          <h2>This venue is not shared</h2>
          <p>
            Only its owner can use it.
            {may(caller, "putGrant", { venue }) && " Enter the id of another tenant above to share it."}
          </p>
        </div>
      )}
      {grants.length > 0 && (
        <GrantTable names={names} grants={grants} onEnd={may(caller, "endGrant", { venue }) ? setGrantToEnd : null} />
      )}
      {grantToEnd !== null && (
        <EndGrantDialog
          api={api}
          venue={venue}
          tenantId={grantToEnd}
          tenant={names.tenant(grantToEnd) ?? grantToEnd}
          onClose={() => setGrantToEnd(null)}
          onEnded={() => {
            setGrantToEnd(null);
            request.reload();
          }}
        />
      )}
    </div>
  );
}

/** What a tenant sees that was granted the venue: it can give it up. */
function OwnGrant({ api, venue, caller }: { api: Client; venue: Venue; caller: CallerInfo }) {
  const [isAsking, setAsking] = useState(false);
  const { tenantId } = caller;
  const end = async () => {
    if (tenantId === null) return;
    await api.grants.end(venue.venueId, tenantId);
    showToast(`You gave up ${venue.name}`);
    location.hash = hashOf("/venues");
  };
  return (
    <div class="card panel stack">
      <p>This venue was granted to your tenant. Only its owner can see and change its grants.</p>
      <Permitted refusal={refusalOf(caller, "endGrant")}>
        <p>
          <button type="button" class="button button-warning" onClick={() => setAsking(true)}>
            Give up access
          </button>
        </p>
      </Permitted>
      {isAsking && (
        <ConfirmAction
          title="Give up this venue?"
          action="Give up access"
          onConfirm={end}
          onClose={() => setAsking(false)}
        >
          <p>
            Your tenant loses {venue.name} at once, with your own aliases and open sessions. Only its owner can grant it
            again.
          </p>
        </ConfirmAction>
      )}
    </div>
  );
}

type GrantFormProps = { api: Client; caller: CallerInfo; venue: Venue; onGranted: () => void };

function GrantForm({ api, caller, venue, onGranted }: GrantFormProps) {
  const tenants = useTenants(api, caller);
  const [tenantId, setTenantId] = useState("");
  const request = useRepeatableRequest();
  const granting = useAction(async () => {
    const grantee = tenantId.trim();
    await request.send(grantee, (options) => api.grants.put(venue.venueId, grantee, options));
    const name = tenants.data?.find((tenant) => tenant.tenantId === grantee)?.name ?? grantee;
    showToast(`${name} may use ${venue.name} now`);
    setTenantId("");
    onGranted();
  });
  return (
    <form
      class="card panel"
      onSubmit={(event) => {
        event.preventDefault();
        void granting.run();
      }}
    >
      <p>
        A tenant with a grant can see this venue, preview its seats with its own keys, and set its own aliases. It
        cannot change the record.
      </p>
      <ProblemNotice problem={granting.problem} />
      <div class="grant-add">
        <TextField
          label="Tenant"
          help="The tenant's id, which it finds under “You”."
          value={tenantId}
          onValue={setTenantId}
          placeholder="ten_..."
          suggestions={suggested(tenants.data ?? [], caller)}
          isMono
        />
        <button type="submit" class="button button-primary" disabled={tenantId.trim() === "" || granting.isBusy}>
          Grant
        </button>
      </div>
    </form>
  );
}

/** The grants. Without `onEnd`, they can only be looked at. */
type GrantTableProps = { grants: Grant[]; names: Names; onEnd: ((tenantId: string) => void) | null };

function GrantTable({ grants, names, onEnd }: GrantTableProps) {
  return (
    <ScrollRegion label="Grants" class="card panel-flush">
      <DataTable
        rows={grants}
        rowKey={(grant) => grant.tenantId}
        columns={[
          {
            name: "Tenant",
            isRowHeader: true,
            cell: ({ tenantId }) => <Named name={names.tenant(tenantId)} id={tenantId} noun="tenantId" />,
          },
          { name: "Since", cell: (grant) => <TimeAgo at={grant.createdAt} /> },
          ...(onEnd === null ? [] : [endColumn(onEnd)]),
        ]}
      />
    </ScrollRegion>
  );
}

function endColumn(onEnd: (tenantId: string) => void): Column<Grant> {
  return {
    name: "Actions",
    isNameHidden: true,
    isNumber: true,
    cell: (grant) => (
      <button type="button" class="button button-small button-warning" onClick={() => onEnd(grant.tenantId)}>
        End grant
      </button>
    ),
  };
}

type EndGrantDialogProps = {
  api: Client;
  venue: Venue;
  tenantId: string;
  /** The tenant's name, or its id if that is not known. */
  tenant: string;
  onClose: () => void;
  onEnded: () => void;
};

function EndGrantDialog({ api, venue, tenantId, tenant, onClose, onEnded }: EndGrantDialogProps) {
  const end = async () => {
    await api.grants.end(venue.venueId, tenantId);
    showToast(`The grant of ${tenant} has ended`);
    onEnded();
  };
  return (
    <ConfirmAction title="End this grant?" action="End grant" onConfirm={end} onClose={onClose}>
      <p>
        <strong>{tenant}</strong> loses {venue.name} at once, and its own aliases for it are removed. Its keys stay as
        they are.
      </p>
    </ConfirmAction>
  );
}

/** The tenants to choose from. Without admin scope, the caller knows only its own. */
function suggested(tenants: Tenant[], caller: CallerInfo) {
  if (!isAdmin(caller)) return [];
  return tenants.map(({ tenantId, name }) => ({ value: tenantId, label: name }));
}

function none(): Promise<GrantList> {
  return Promise.resolve({ data: [], nextCursor: null });
}
