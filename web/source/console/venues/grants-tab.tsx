// The grants tab: which other tenants may use the venue.
import { useState } from "preact/hooks";

import type { Client } from "../../api/client";
import type { components } from "../../api/schema";
import { CopyableText } from "../shell/copy-button";
import { Confirm } from "../shell/dialog";
import { TextField } from "../shell/form-fields";
import { ProblemNotice } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import { TimeAgo } from "../shell/times";
import { showToast } from "../shell/toasts";
import { useAction, useRequest } from "../shell/use-request";
import type { StoredVenue } from "./record";

type GrantList = components["schemas"]["GrantList"];

export function GrantTab(props: { api: Client; stored: StoredVenue; isOwner: boolean; caller: CallerInfo }) {
  const { api } = props;
  const { venue } = props.stored;
  const path = `/manage/venues/${venue.venueId}/grants`;
  const [tenantId, setTenantId] = useState("");
  const [grantToEnd, setGrantToEnd] = useState<string | null>(null);
  const request = useRequest(
    (signal) =>
      props.isOwner ? api.get<GrantList>(path, { query: { limit: 100 }, signal }).then(({ data }) => data) : none(),
    [venue.venueId],
  );
  const adding = useAction(async () => {
    await api.put(`${path}/${encodeURIComponent(tenantId.trim())}`);
    showToast(`${tenantId.trim()} may use ${venue.name} now`);
    setTenantId("");
    request.reload();
  });
  const removing = useAction(async (id: string) => {
    await api.delete(`${path}/${encodeURIComponent(id)}`);
    setGrantToEnd(null);
    showToast(`The grant of ${id} has ended`);
    request.reload();
  });
  if (!props.isOwner) return <p class="card panel">Only the owner of a venue can see and change its grants.</p>;
  const grants = request.data?.data ?? [];
  return (
    <div class="stack">
      <form
        class="card panel"
        onSubmit={(event) => {
          event.preventDefault();
          void adding.run();
        }}
      >
        <p>
          A tenant with a grant can see this venue, preview its seats with its own keys, and set its own aliases. It
          cannot change the record.
        </p>
        <ProblemNotice problem={adding.problem} />
        <div class="grant-add">
          <TextField
            label="Tenant"
            help="The tenant's id, which it finds under “You”."
            value={tenantId}
            onValue={setTenantId}
            placeholder="ten_..."
            isMono
          />
          <button type="submit" class="button button-primary" disabled={tenantId.trim() === "" || adding.isBusy}>
            Grant
          </button>
        </div>
      </form>
      <ProblemNotice problem={request.problem} onRetry={request.reload} />
      {request.data !== undefined && grants.length === 0 && (
        <div class="card empty">
          <h2>This venue is not shared</h2>
          <p>Only its owner can use it. Enter the id of another tenant above to share it.</p>
        </div>
      )}
      {grants.length > 0 && (
        <div class="card panel-flush venues-scroll" role="region" aria-label="Grants" tabIndex={0}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Tenant</th>
                <th scope="col">Since</th>
                <th scope="col">
                  <span class="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {grants.map((grant) => (
                <tr key={grant.tenantId}>
                  <th scope="row">
                    <CopyableText text={grant.tenantId} name="tenant id" />
                  </th>
                  <td>
                    <TimeAgo at={grant.createdAt} />
                  </td>
                  <td class="number">
                    <button
                      type="button"
                      class="button button-small button-warning"
                      onClick={() => setGrantToEnd(grant.tenantId)}
                    >
                      End grant
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {grantToEnd !== null && (
        <Confirm
          title="End this grant?"
          action="End grant"
          isBusy={removing.isBusy}
          onConfirm={() => void removing.run(grantToEnd)}
          onClose={() => {
            setGrantToEnd(null);
            removing.clearProblem();
          }}
        >
          <p>
            <code>{grantToEnd}</code> loses {venue.name} at once, and its own aliases for it are removed. Its keys stay
            as they are.
          </p>
          <ProblemNotice problem={removing.problem} />
        </Confirm>
      )}
    </div>
  );
}

function none(): Promise<GrantList> {
  return Promise.resolve({ data: [], nextCursor: null });
}
