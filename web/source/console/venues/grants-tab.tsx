// The grants tab: which other tenants may use the venue.
import { useState } from "preact/hooks";

import type { Client } from "../../api/client";
import type { components } from "../../api/schema";
import { Copyable } from "../shell/copy-button";
import { Confirm } from "../shell/dialog";
import { TextField } from "../shell/form-fields";
import { Trouble } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import { Ago } from "../shell/times";
import { say } from "../shell/toasts";
import { useAsked, useDoing } from "../shell/use-request";
import type { Stored } from "./record";

type GrantList = components["schemas"]["GrantList"];

export function GrantTab(props: { api: Client; stored: Stored; isOwner: boolean; caller: CallerInfo }) {
  const { api } = props;
  const { venue } = props.stored;
  const path = `/manage/venues/${venue.venueId}/grants`;
  const [tenantId, setTenantId] = useState("");
  const [ending, setEnding] = useState<string | null>(null);
  const asked = useAsked(
    (signal) =>
      props.isOwner ? api.get<GrantList>(path, { query: { limit: 100 }, signal }).then(({ data }) => data) : none(),
    [venue.venueId],
  );
  const adding = useDoing(async () => {
    await api.put(`${path}/${encodeURIComponent(tenantId.trim())}`);
    say(`${tenantId.trim()} may use ${venue.name} now`);
    setTenantId("");
    asked.again();
  });
  const removing = useDoing(async (id: string) => {
    await api.delete(`${path}/${encodeURIComponent(id)}`);
    setEnding(null);
    say(`The grant of ${id} has ended`);
    asked.again();
  });
  if (!props.isOwner) return <p class="card panel">Only the owner of a venue sees and changes who was granted it.</p>;
  const grants = asked.data?.data ?? [];
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
          A grantee sees this venue, previews its seats with keys of its own, and gives it names of its own. It cannot
          change the record.
        </p>
        <Trouble problem={adding.problem} />
        <div class="grant-add">
          <TextField
            label="Tenant"
            help="By its id, which the other tenant finds under “You”."
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
      <Trouble problem={asked.problem} onRetry={asked.again} />
      {asked.data !== undefined && grants.length === 0 && (
        <div class="card empty">
          <h2>Nobody was granted this venue</h2>
          <p>Only its owner uses it. Enter the id of another tenant above to share it.</p>
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
                    <Copyable text={grant.tenantId} name="tenant id" />
                  </th>
                  <td>
                    <Ago at={grant.createdAt} />
                  </td>
                  <td class="number">
                    <button
                      type="button"
                      class="button button-small button-warning"
                      onClick={() => setEnding(grant.tenantId)}
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
      {ending !== null && (
        <Confirm
          title="End this grant?"
          action="End grant"
          isBusy={removing.isBusy}
          onConfirm={() => void removing.run(ending)}
          onClose={() => {
            setEnding(null);
            removing.forget();
          }}
        >
          <p>
            <code>{ending}</code> loses {venue.name} at once, and its own aliases for it are removed. Its keys stay as
            they are.
          </p>
          <Trouble problem={removing.problem} />
        </Confirm>
      )}
    </div>
  );
}

function none(): Promise<GrantList> {
  return Promise.resolve({ data: [], nextCursor: null });
}
