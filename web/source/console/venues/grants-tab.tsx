// The grants tab: which other tenants may use the venue.
import { useState } from "preact/hooks";

import type { Client } from "../../api/client";
import type { components } from "../../api/schema";
import { CopyableText } from "../shell/copy-button";
import { DataTable } from "../shell/data-table";
import { Confirm } from "../shell/dialog";
import { TextField } from "../shell/form-fields";
import { ProblemNotice } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import { ScrollRegion } from "../shell/scroll-region";
import { TimeAgo } from "../shell/times";
import { showToast } from "../shell/toasts";
import { useAction, useRequest } from "../shell/use-request";
import type { StoredVenue, Venue } from "./record";

type GrantList = components["schemas"]["GrantList"];
type Grant = GrantList["data"][number];

export function GrantTab(props: { api: Client; stored: StoredVenue; isOwner: boolean; caller: CallerInfo }) {
  const { api } = props;
  const { venue } = props.stored;
  const [grantToEnd, setGrantToEnd] = useState<string | null>(null);
  const request = useRequest(
    (signal) =>
      props.isOwner
        ? api.get<GrantList>(grantsPath(venue), { query: { limit: 100 }, signal }).then(({ data }) => data)
        : none(),
    [venue.venueId],
  );
  if (!props.isOwner) return <p class="card panel">Only the owner of a venue can see and change its grants.</p>;
  const grants = request.data?.data ?? [];
  return (
    <div class="stack">
      <GrantForm api={api} venue={venue} onGranted={request.reload} />
      <ProblemNotice problem={request.problem} onRetry={request.reload} />
      {request.data !== undefined && grants.length === 0 && (
        <div class="card empty">
          <h2>This venue is not shared</h2>
          <p>Only its owner can use it. Enter the id of another tenant above to share it.</p>
        </div>
      )}
      {grants.length > 0 && <GrantTable grants={grants} onEnd={setGrantToEnd} />}
      {grantToEnd !== null && (
        <EndGrantDialog
          api={api}
          venue={venue}
          tenantId={grantToEnd}
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

function GrantForm({ api, venue, onGranted }: { api: Client; venue: Venue; onGranted: () => void }) {
  const [tenantId, setTenantId] = useState("");
  const granting = useAction(async () => {
    await api.put(grantPath(venue, tenantId.trim()));
    showToast(`${tenantId.trim()} may use ${venue.name} now`);
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
          isMono
        />
        <button type="submit" class="button button-primary" disabled={tenantId.trim() === "" || granting.isBusy}>
          Grant
        </button>
      </div>
    </form>
  );
}

function GrantTable({ grants, onEnd }: { grants: Grant[]; onEnd: (tenantId: string) => void }) {
  return (
    <ScrollRegion label="Grants" class="card panel-flush">
      <DataTable
        rows={grants}
        rowKey={(grant) => grant.tenantId}
        columns={[
          {
            name: "Tenant",
            isRowHeader: true,
            cell: (grant) => <CopyableText text={grant.tenantId} name="tenant id" />,
          },
          { name: "Since", cell: (grant) => <TimeAgo at={grant.createdAt} /> },
          {
            name: "Actions",
            isNameHidden: true,
            isNumber: true,
            cell: (grant) => (
              <button type="button" class="button button-small button-warning" onClick={() => onEnd(grant.tenantId)}>
                End grant
              </button>
            ),
          },
        ]}
      />
    </ScrollRegion>
  );
}

type EndGrantDialogProps = {
  api: Client;
  venue: Venue;
  tenantId: string;
  onClose: () => void;
  onEnded: () => void;
};

function EndGrantDialog({ api, venue, tenantId, onClose, onEnded }: EndGrantDialogProps) {
  const ending = useAction(async () => {
    await api.delete(grantPath(venue, tenantId));
    showToast(`The grant of ${tenantId} has ended`);
    onEnded();
  });
  return (
    <Confirm
      title="End this grant?"
      action="End grant"
      isBusy={ending.isBusy}
      onConfirm={() => void ending.run()}
      onClose={onClose}
    >
      <p>
        <code>{tenantId}</code> loses {venue.name} at once, and its own aliases for it are removed. Its keys stay as
        they are.
      </p>
      <ProblemNotice problem={ending.problem} />
    </Confirm>
  );
}

function grantsPath(venue: Venue): string {
  return `/manage/venues/${venue.venueId}/grants`;
}

function grantPath(venue: Venue, tenantId: string): string {
  return `${grantsPath(venue)}/${encodeURIComponent(tenantId)}`;
}

function none(): Promise<GrantList> {
  return Promise.resolve({ data: [], nextCursor: null });
}
