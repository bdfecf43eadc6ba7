// The screen about the caller: its key, scope, tenant and venues, and what is left of its rate limits.
import type { components } from "@seatpreview/client";
import { CopyableText } from "../../design/copy-button";
import { RefreshIcon } from "../../design/icons";
import { groupsText, hasGroup } from "../keys/groups";
import { ProblemNotice } from "../shell/problem-notice";
import { hashOf } from "../shell/route";
import { ScreenHeader } from "../shell/screen-header";
import type { ScreenProps } from "../shell/screen-props";
import { formatSeconds } from "../shell/times";
import { useRequest } from "../shell/use-request";
import { useVenues, venueName } from "../shell/venue-and-tenant-lists";
import { UsageList } from "../tenants/quota-fields";
import "./caller.css";

type AllowanceLeft = components["schemas"]["AllowanceLeft"];

const SCOPES = {
  admin: "The whole service: every tenant, every key, every venue.",
  tenant: "One tenant: its keys, its venues, and those that it was granted.",
};

export function Caller({ api, caller }: ScreenProps) {
  const request = useRequest((signal) => api.caller.get({ signal }), []);
  const venues = useVenues(api, caller);
  const who = request.data ?? caller;
  const tenantId = hasGroup(who.groups, "management_read_only") ? who.tenantId : null;
  const tenant = useRequest(
    (signal) => (tenantId === null ? Promise.resolve(null) : api.tenants.get(tenantId, { signal })),
    [tenantId],
  );
  return (
    <>
      <ScreenHeader
        title="You"
        guide="you"
        description="The key that you are signed in with, and what it may do."
        actions={
          <button type="button" class="button" onClick={request.reload} disabled={request.isLoading}>
            <RefreshIcon /> Refresh
          </button>
        }
      />
      <ProblemNotice problem={request.problem} onRetry={request.reload} />
      <div class="caller">
        <section class="card panel" aria-labelledby="caller-key">
          <h2 id="caller-key">Key</h2>
          <dl class="caller-facts">
            <dt>Key id</dt>
            <dd>
              {who.keyId === null ? (
                "none"
              ) : (
                <>
                  <CopyableText text={who.keyId} name="key id" />{" "}
                  {hasGroup(who.groups, "management_read_only") && (
                    <a href={hashOf(`keys/${who.keyId}`)}>Show the key</a>
                  )}
                </>
              )}
            </dd>
            <dt>Scope</dt>
            <dd>
              <span class="badge badge-accent">{who.scope}</span> <span class="soft">{SCOPES[who.scope]}</span>
            </dd>
            <dt>Tenant</dt>
            <dd>
              {who.tenantId === null ? (
                <span class="soft">none: an admin key reaches every tenant</span>
              ) : (
                <>
                  {tenant.data?.name} <CopyableText text={who.tenantId} name="tenantId" />
                </>
              )}
            </dd>
            <dt>Venues</dt>
            <dd>
              {who.venues === null ? (
                <span class="soft">not restricted</span>
              ) : (
                <ul class="plain-list">
                  {who.venues.length === 0 && <li class="soft">none</li>}
                  {who.venues.map((venueId) => (
                    <li key={venueId}>{venueName(venues.data, venueId)}</li>
                  ))}
                </ul>
              )}
            </dd>
            <dt>Groups</dt>
            <dd>{who.groups === null ? <span class="soft">not limited</span> : groupsText(who.groups)}</dd>
            <dt>Signed in with</dt>
            <dd>
              {who.kind} key <span class="soft">that is kept in this tab only</span>
            </dd>
          </dl>
        </section>
        <section class="card panel" aria-labelledby="caller-left">
          <div class="panel-head">
            <h2 id="caller-left">Rate limits</h2>
            <p class="soft small">Making a session counts apart from the other requests of a key.</p>
          </div>
          {who.allowances.map((allowance) => (
            <Allowance key={allowance.policy} allowance={allowance} />
          ))}
          {who.allowances.length === 0 && <p class="soft">No limit applies.</p>}
        </section>
        {tenant.data?.usage !== undefined && (
          <section class="card panel" aria-labelledby="caller-stored">
            <div class="panel-head">
              <h2 id="caller-stored">Stored</h2>
              <p class="soft small">Your operator can raise these limits. Revoking and deleting always work.</p>
            </div>
            <UsageList usage={tenant.data.usage} />
          </section>
        )}
      </div>
    </>
  );
}

const NAMES: Record<string, string> = { key: "Key", tenant: "Tenant", sessions: "Making sessions" };

function Allowance({ allowance }: { allowance: AllowanceLeft }) {
  const { policy, requests, windowSeconds, burst, remaining, resetSeconds } = allowance;
  const id = `allowance-${policy}`;
  return (
    <div class="stack-small">
      <div class="panel-head">
        <span id={id}>{NAMES[policy] ?? policy}</span>
        <span class="tabular">
          <strong>{remaining.toLocaleString()}</strong> <span class="soft">of {burst.toLocaleString()} left</span>
        </span>
      </div>
      <meter class="meter" aria-labelledby={id} min={0} max={burst} low={burst / 5} value={remaining} />
      <p class="soft small">
        {requests.toLocaleString()} requests in {formatSeconds(windowSeconds)}.{" "}
        {resetSeconds === 0 ? "Fully available." : `Fully available again in ${formatSeconds(resetSeconds)}.`}
      </p>
    </div>
  );
}
