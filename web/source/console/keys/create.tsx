// The form that creates a key.
import { useEffect, useRef, useState } from "preact/hooks";

import type { components } from "../../api/schema";
import { RadioField, SelectField } from "../shell/form-fields";
import { faultsOf, ProblemNotice } from "../shell/problem-notice";
import { hashOf } from "../shell/route";
import { ScreenHeader } from "../shell/screen-header";
import { isAdmin, type ScreenProps } from "../shell/screen-props";
import { showToast } from "../shell/toasts";
import { forgetUnsavedChanges, useUnsavedChanges } from "../shell/unsaved-changes";
import { useAction } from "../shell/use-request";
import { tenantName, useTenants, useVenues } from "../shell/venue-and-tenant-lists";
import { type ApiKey, changedMembers, createRequest, NEW_DRAFT, POINTERS, trimmed } from "./draft";
import { KeyFields } from "./key-fields";
import { keyName } from "./key-status";
import { NewSecretDialog } from "./new-secret-dialog";

type CreatedKey = components["schemas"]["CreatedKey"];

export function CreateKey({ api, caller, go }: ScreenProps) {
  const isForAdmin = isAdmin(caller);
  // A caller that is restricted to venues can only create keys for these, so they are the default.
  const [start] = useState({ ...NEW_DRAFT, venues: caller.venues });
  const [draft, setDraft] = useState(start);
  const [kind, setKind] = useState<ApiKey["kind"]>("secret");
  const [scope, setScope] = useState<ApiKey["scope"]>("tenant");
  const [tenantId, setTenantId] = useState(caller.tenantId ?? "");
  const [created, setCreated] = useState<CreatedKey>();
  const form = useRef<HTMLFormElement>(null);
  const venues = useVenues(api);
  const tenants = useTenants(api, caller);

  useUnsavedChanges(created === undefined && changedMembers(start, draft).length > 0);

  const creating = useAction(async () => {
    const sent = trimmed(scope === "admin" ? { ...draft, venues: null, allowOriginOnly: false } : draft);
    setDraft(sent);
    const whose = !isForAdmin || scope === "admin" || tenantId === "" ? {} : { tenantId };
    const body = { ...createRequest(sent), kind, scope, ...whose };
    const { data } = await api.post<CreatedKey>("/manage/keys", { body });
    forgetUnsavedChanges();
    setCreated(data);
    showToast(`Key ${keyName(data)} created.`);
    if (data.plaintext === null) go(`/keys/${data.keyId}`);
  });
  useFocusOnFault(form, creating.problem);

  return (
    <>
      <ScreenHeader
        title="Create a key"
        parent={{ path: "keys", name: "Keys" }}
        description="Every field has a default. All except kind, scope and tenant can be changed later."
      />
      <form
        class="card panel form"
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void creating.run();
        }}
      >
        <ProblemNotice problem={creating.problem} fieldPointers={POINTERS} />
        {isForAdmin && (
          <>
            <RadioField
              legend="Kind"
              faults={faultsOf(creating.problem, "/kind")}
              value={kind}
              choices={[
                { value: "secret", text: "Secret", help: "For servers, which send the secret with each request." },
                {
                  value: "keyless",
                  text: "Keyless",
                  help: "For pages without a server, which are recognised by their origin.",
                },
              ]}
              onValue={(value) => {
                setKind(value);
                if (value === "keyless") {
                  setScope("tenant");
                  setDraft({ ...draft, allowOriginOnly: true });
                }
              }}
            />
            {kind === "secret" && (
              <RadioField
                legend="Scope"
                faults={faultsOf(creating.problem, "/scope")}
                value={scope}
                choices={[
                  { value: "tenant", text: "Tenant", help: "One tenant, its keys, venues and events." },
                  { value: "admin", text: "Admin", help: "The whole service: every tenant, every limit." },
                ]}
                onValue={setScope}
              />
            )}
            {scope === "tenant" && (
              <SelectField
                label="Tenant"
                help="The tenant that the key belongs to."
                faults={faultsOf(creating.problem, "/tenantId")}
                value={tenantId}
                choices={[
                  { value: "", text: "Choose a tenant" },
                  ...(tenants.data ?? []).map((tenant) => ({
                    value: tenant.tenantId,
                    text: tenantName(tenants.data, tenant.tenantId),
                  })),
                ]}
                onValue={setTenantId}
              />
            )}
          </>
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
        <div class="row form-foot">
          <button type="submit" class="button button-primary" disabled={creating.isBusy}>
            {creating.isBusy ? "Creating…" : "Create the key"}
          </button>
          <a class="button button-quiet" href={hashOf("keys")}>
            Cancel
          </a>
        </div>
      </form>
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

/** Moves the focus to the first invalid field after the API has refused a form. */
export function useFocusOnFault(form: { current: HTMLFormElement | null }, problem: unknown): void {
  useEffect(() => {
    if (problem === undefined) return;
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (first != null) first.focus();
    else form.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  }, [problem]);
}
