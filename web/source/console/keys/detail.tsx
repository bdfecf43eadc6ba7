// The screen of one key: its facts, its actions, and the form that changes it.
import { useState } from "preact/hooks";
import { CopyableText } from "../../design/copy-button";
import { RotateIcon, TrashIcon } from "../../design/icons";
import { Fact, FactsCard } from "../shell/facts";
import { Named, type Names, useNames } from "../shell/names";
import { refusalOf } from "../shell/permissions";
import { Permitted } from "../shell/permitted";
import { ProblemNotice } from "../shell/problem-notice";
import { hashOf } from "../shell/route";
import { LoadingScreen, ScreenHeader } from "../shell/screen-header";
import type { ScreenProps } from "../shell/screen-props";
import { formatDateTime, TimeAgo } from "../shell/times";
import { useRequest } from "../shell/use-request";
import { useVenues } from "../shell/venue-and-tenant-lists";
import { type ApiKey, type KeyWithEtag, keyWithEtag } from "./draft";
import { EditKey } from "./edit";
import { EmbedCode } from "./embed-code";
import { groupsText } from "./groups";
import { KeyStatus } from "./key-status";
import { isForPages, pageUsesText } from "./page-uses";
import { RevokeDialog } from "./revoke-dialog";
import { RotateDialog, ScheduledRevokeNotice } from "./rotate-dialog";

export function KeyDetail({ api, caller, go, keyId }: ScreenProps & { keyId: string }) {
  const request = useRequest<KeyWithEtag>((signal) => api.keys.get(keyId, { signal }).then(keyWithEtag), [keyId]);
  const venues = useVenues(api, caller, request.data?.key.tenantId ?? "");
  const names = useNames(api, caller);
  const [openDialog, setOpenDialog] = useState<"rotate" | "revoke" | null>(null);

  const parent = { path: "keys", name: "Keys" };
  if (request.data === undefined) {
    return <LoadingScreen title="Key" guide="oneKey" parent={parent} request={request} />;
  }

  const { key, etag } = request.data;
  const isActive = key.status === "active";
  const refusal = refusalOf(caller, "updateKey", { key });
  const close = () => setOpenDialog(null);
  const pages = { api, caller, venues: venues.data ?? [] };
  return (
    <>
      <ScreenHeader
        title={key.label === "" ? "Key without a label" : key.label}
        guide="oneKey"
        parent={parent}
        description={
          <span class="row">
            <KeyStatus apiKey={key} />
            <CopyableText text={key.keyId} name="key id" />
          </span>
        }
        actions={
          isActive && (
            <Permitted refusal={refusal}>
              {key.kind === "secret" && (
                <button
                  type="button"
                  class="button"
                  disabled={key.revokeAt !== null}
                  onClick={() => setOpenDialog("rotate")}
                >
                  <RotateIcon /> Rotate
                </button>
              )}
              <button type="button" class="button button-warning" onClick={() => setOpenDialog("revoke")}>
                <TrashIcon /> Revoke
              </button>
            </Permitted>
          )
        }
      />
      <ProblemNotice problem={request.problem} onRetry={request.reload} />
      {isActive && key.revokeAt !== null && (
        <ScheduledRevokeNotice
          {...pages}
          read={{ key, etag }}
          refusal={refusal}
          onChanged={request.setData}
          onOver={request.reload}
        />
      )}
      <div class="detail">
        <EditKey
          // The form follows new versions by itself; saving does not remount it.
          api={api}
          caller={caller}
          read={{ key, etag }}
          venues={venues.data ?? []}
          onRead={request.setData}
        />
        <div class="stack beside">
          <Facts apiKey={key} names={names} />
          {/* Nobody should paste the id of a key that ends: the notice above has that of its replacement. */}
          {isActive && key.scope === "tenant" && key.revokeAt === null && <EmbedCode {...pages} apiKey={key} />}
        </div>
      </div>
      {openDialog === "rotate" && (
        <RotateDialog {...pages} apiKey={key} onClose={close} onRotated={request.reload} go={go} />
      )}
      {openDialog === "revoke" && (
        <RevokeDialog
          api={api}
          apiKey={key}
          isOwn={key.keyId === caller.keyId}
          onClose={close}
          onRevoked={() => {
            close();
            request.reload();
          }}
        />
      )}
    </>
  );
}

function Facts({ apiKey, names }: { apiKey: ApiKey; names: Names }) {
  return (
    <FactsCard label="About the key">
      <Fact name="Kind">{apiKey.kind}</Fact>
      <Fact name="Scope">{apiKey.scope}</Fact>
      <Fact name="Groups">{groupsText(apiKey.groups)}</Fact>
      <Fact name="Tenant">
        {apiKey.tenantId === null ? (
          "none"
        ) : (
          <Named name={names.tenant(apiKey.tenantId)} id={apiKey.tenantId} noun="tenantId" />
        )}
      </Fact>
      <Fact name="Secret">{apiKey.hint === null ? "none" : <code>sk_live_…{apiKey.hint}</code>}</Fact>
      <Fact name="Last used">{apiKey.lastUsedAt === null ? "never" : <TimeAgo at={apiKey.lastUsedAt} />}</Fact>
      {isForPages(apiKey) && <Fact name="Used by pages">{pageUsesText(apiKey, Date.now())}</Fact>}
      <Fact name="Created">{formatDateTime(apiKey.createdAt)}</Fact>
      <Fact name="Changed">{formatDateTime(apiKey.updatedAt)}</Fact>
      {apiKey.revokedAt !== null && <Fact name="Revoked">{formatDateTime(apiKey.revokedAt)}</Fact>}
      {apiKey.rotatedFrom !== null && (
        <Fact name="Replaces">
          <a href={hashOf(`keys/${apiKey.rotatedFrom}`)}>
            {names.key(apiKey.rotatedFrom)} <code class="small">{apiKey.rotatedFrom}</code>
          </a>
        </Fact>
      )}
      {apiKey.rotatedTo !== null && (
        <Fact name="Replaced by">
          <a href={hashOf(`keys/${apiKey.rotatedTo}`)}>
            {names.key(apiKey.rotatedTo)} <code class="small">{apiKey.rotatedTo}</code>
          </a>
        </Fact>
      )}
      <Fact name="Version">{apiKey.version}</Fact>
    </FactsCard>
  );
}
