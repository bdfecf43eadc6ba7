// The form that creates a key.

import type { components } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { changedMembers, isSame } from "../shell/record-drafts";
import { CreateForm } from "../shell/record-forms";
import { useRepeatableRequest } from "../shell/repeatable-request";
import { ScreenHeader } from "../shell/screen-header";
import { isAdmin, type ScreenProps } from "../shell/screen-props";
import { showToast } from "../shell/toasts";
import { forgetUnsavedChanges, useUnsavedChanges } from "../shell/unsaved-changes";
import { useAction } from "../shell/use-request";
import { useTenants, useVenues } from "../shell/venue-and-tenant-lists";
import { type ApiKey, createRequest, type KeyDraft, NEW_DRAFT, POINTERS, trimmed } from "./draft";
import { proposedGroups } from "./groups";
import { KeyFields } from "./key-fields";
import { keyName } from "./key-status";
import { KeyTypeFields } from "./key-type-fields";
import { NewSecretDialog } from "./new-secret-dialog";

type CreatedKey = components["schemas"]["CreatedKey"];

export function CreateKey({ api, caller, path, go }: ScreenProps) {
  const isForAdmin = isAdmin(caller);
  // The address of a tenant's first key names the tenant. Its people will make further keys with it.
  const firstKeyOf = path[1] ?? null;
  // A caller that is restricted to venues can only create keys for these, so they are the default.
  const [start, setStart] = useState<KeyDraft>({
    ...NEW_DRAFT,
    venues: caller.venues,
    groups: firstKeyOf === null ? proposedGroups({ kind: "secret", scope: "tenant" }, caller) : caller.groups,
  });
  const [draft, setDraft] = useState(start);
  const [kind, setKind] = useState<ApiKey["kind"]>("secret");
  const [scope, setScope] = useState<ApiKey["scope"]>("tenant");
  const [tenantId, setTenantId] = useState(caller.tenantId ?? firstKeyOf ?? "");
  const [created, setCreated] = useState<CreatedKey>();
  const request = useRepeatableRequest();
  const venues = useVenues(api, caller, scope === "tenant" ? tenantId : "");
  const tenants = useTenants(api, caller);

  useUnsavedChanges(created === undefined && changedMembers(start, draft).length > 0);

  const creating = useAction(async () => {
    const sent = trimmed(scope === "admin" ? { ...draft, venues: null, allowOriginOnly: false } : draft);
    setDraft(sent);
    const whose = !isForAdmin || scope === "admin" || tenantId === "" ? {} : { tenantId };
    const body = { ...createRequest(sent), kind, scope, ...whose };
    const key = await request.send(body, (options) => api.keys.create(body, options));
    forgetUnsavedChanges();
    setCreated(key);
    showToast(`Key ${keyName(key)} created.`);
    if (key.plaintext === null) go(`/keys/${key.keyId}`);
  });

  const changeType = (nextKind: ApiKey["kind"], nextScope: ApiKey["scope"]) => {
    // What is proposed depends on the type, and gives way to what somebody has chosen for the type before.
    const groups = proposedGroups({ kind: nextKind, scope: nextScope }, caller);
    const isChosen = !isSame(draft.groups, start.groups) && nextKind === kind;
    setKind(nextKind);
    setScope(nextScope);
    setStart({ ...start, groups });
    setDraft({
      ...draft,
      groups: isChosen ? draft.groups : groups,
      allowOriginOnly: nextKind === "keyless" || draft.allowOriginOnly,
    });
  };

  return (
    <>
      <ScreenHeader
        title="Create a key"
        guide="newKey"
        parent={{ path: "keys", name: "Keys" }}
        description="Every field has a default. All except kind, scope and tenant can be changed later."
      />
      <CreateForm
        noun="key"
        listPath="keys"
        isBusy={creating.isBusy}
        problem={creating.problem}
        pointers={POINTERS}
        onSubmit={() => void creating.run()}
      >
        {isForAdmin && (
          <KeyTypeFields
            kind={kind}
            onKind={(value) => changeType(value, value === "keyless" ? "tenant" : scope)}
            scope={scope}
            onScope={(value) => changeType(kind, value)}
            tenantId={tenantId}
            onTenantId={setTenantId}
            tenants={tenants.data ?? []}
            problem={creating.problem}
          />
        )}
        <KeyFields
          draft={draft}
          onDraft={setDraft}
          kind={kind}
          scope={scope}
          caller={caller}
          venues={venues.data ?? []}
          problem={creating.problem}
        />
      </CreateForm>
      {created?.plaintext != null && (
        <NewSecretDialog
          title={`The secret of ${keyName(created)}`}
          plaintext={created.plaintext}
          note="Send it as Authorization: Bearer, from servers only."
          onClose={() => go(`/keys/${created.keyId}`)}
        />
      )}
    </>
  );
}
