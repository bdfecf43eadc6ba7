// One key: what it is, what can be done with it, and the form that changes it.
import { useState } from "preact/hooks";

import { RotateIcon, TrashIcon } from "../../design/icons";
import { Copyable } from "../shell/copy-button";
import { Trouble } from "../shell/problem-notice";
import { hashOf } from "../shell/route";
import { Head } from "../shell/screen-header";
import type { ScreenProps } from "../shell/screen-props";
import { Ago, dateTime } from "../shell/times";
import { useAsked } from "../shell/use-request";
import { tenantName, useTenants, useVenues } from "../shell/venue-and-tenant-lists";
import type { ApiKey, ReadKey } from "./draft";
import { EditKey } from "./edit";
import { Embedding } from "./embed-code";
import { KeyState } from "./key-status";
import { Revoke } from "./revoke-dialog";
import { Rotate, ScheduledRevoke } from "./rotate-dialog";

export function KeyDetail({ api, caller, go, keyId }: ScreenProps & { keyId: string }) {
  const read = useAsked<ReadKey>(
    async (signal) => {
      const { data, etag } = await api.get<ApiKey>(`/manage/keys/${encodeURIComponent(keyId)}`, { signal });
      return { key: data, etag };
    },
    [keyId],
  );
  const venues = useVenues(api);
  const tenants = useTenants(api, caller);
  const [asked, setAsked] = useState<"rotate" | "revoke" | null>(null);

  const up = { path: "keys", name: "Keys" };
  if (read.data === undefined) {
    return (
      <>
        <Head title="Key" up={up} />
        <Trouble problem={read.problem} onRetry={read.again} />
        {read.problem === undefined && (
          <div class="card panel" aria-busy="true">
            <div class="ghost ghost-panel" />
          </div>
        )}
      </>
    );
  }

  const { key, etag } = read.data;
  const isActive = key.status === "active";
  const close = () => setAsked(null);
  return (
    <>
      <Head
        title={key.label === "" ? "Key without a label" : key.label}
        up={up}
        about={
          <span class="row">
            <KeyState apiKey={key} />
            <Copyable text={key.keyId} name="keyId" />
          </span>
        }
        actions={
          isActive && (
            <>
              {key.kind === "secret" && (
                <button
                  type="button"
                  class="button"
                  disabled={key.revokeAt !== null}
                  onClick={() => setAsked("rotate")}
                >
                  <RotateIcon /> Rotate
                </button>
              )}
              <button type="button" class="button button-warning" onClick={() => setAsked("revoke")}>
                <TrashIcon /> Revoke
              </button>
            </>
          )
        }
      />
      <Trouble problem={read.problem} onRetry={read.again} />
      {isActive && key.revokeAt !== null && (
        <ScheduledRevoke api={api} read={{ key, etag }} onChanged={read.put} onOver={read.again} />
      )}
      <div class="detail">
        <EditKey
          // A new version is a new form; one's own save is put in place without one.
          api={api}
          caller={caller}
          read={{ key, etag }}
          venues={venues.data ?? []}
          onRead={read.put}
        />
        <div class="stack beside">
          <Facts apiKey={key} tenant={key.tenantId === null ? null : tenantName(tenants.data, key.tenantId)} />
          {isActive && key.scope === "tenant" && (
            <Embedding api={api} caller={caller} apiKey={key} venues={venues.data ?? []} />
          )}
        </div>
      </div>
      {asked === "rotate" && <Rotate api={api} apiKey={key} onClose={close} onRotated={read.again} go={go} />}
      {asked === "revoke" && (
        <Revoke
          api={api}
          apiKey={key}
          isOwn={key.keyId === caller.keyId}
          onClose={close}
          onRevoked={() => {
            close();
            read.again();
          }}
        />
      )}
    </>
  );
}

function Facts({ apiKey, tenant }: { apiKey: ApiKey; tenant: string | null }) {
  return (
    <aside class="card panel key-facts" aria-label="About the key">
      <dl>
        <Fact name="Kind">{apiKey.kind}</Fact>
        <Fact name="Scope">{apiKey.scope}</Fact>
        <Fact name="Tenant">{tenant ?? "none"}</Fact>
        <Fact name="Secret">{apiKey.hint === null ? "none" : <code>sk_live_…{apiKey.hint}</code>}</Fact>
        <Fact name="Last used">{apiKey.lastUsedAt === null ? "never" : <Ago at={apiKey.lastUsedAt} />}</Fact>
        <Fact name="Created">{dateTime(apiKey.createdAt)}</Fact>
        <Fact name="Changed">{dateTime(apiKey.updatedAt)}</Fact>
        {apiKey.revokedAt !== null && <Fact name="Revoked">{dateTime(apiKey.revokedAt)}</Fact>}
        {apiKey.rotatedFrom !== null && (
          <Fact name="Replaces">
            <a href={hashOf(`keys/${apiKey.rotatedFrom}`)}>
              <code>{apiKey.rotatedFrom}</code>
            </a>
          </Fact>
        )}
        {apiKey.rotatedTo !== null && (
          <Fact name="Replaced by">
            <a href={hashOf(`keys/${apiKey.rotatedTo}`)}>
              <code>{apiKey.rotatedTo}</code>
            </a>
          </Fact>
        )}
        <Fact name="Version">{apiKey.version}</Fact>
      </dl>
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
