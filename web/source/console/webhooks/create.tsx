// The form that creates a webhook.
import { useState } from "preact/hooks";
import { SelectField } from "../shell/form-fields";
import { faultsOf } from "../shell/problem-notice";
import { changedMembers } from "../shell/record-drafts";
import { CreateForm } from "../shell/record-forms";
import { useRepeatableRequest } from "../shell/repeatable-request";
import { ScreenHeader } from "../shell/screen-header";
import { isAdmin, type ScreenProps } from "../shell/screen-props";
import { showToast } from "../shell/toasts";
import { forgetUnsavedChanges, useUnsavedChanges } from "../shell/unsaved-changes";
import { useAction } from "../shell/use-request";
import { useTenants, useVenues } from "../shell/venue-and-tenant-lists";
import { createRequest, NEW_DRAFT, POINTERS, trimmed, type WebhookWithSecret, webhookName } from "./draft";
import { PARENT } from "./pages";
import { WebhookSecretDialog } from "./secret-dialog";
import { WebhookFields } from "./webhook-fields";

export function CreateWebhook({ api, caller, go }: ScreenProps) {
  const isForAdmin = isAdmin(caller);
  // A caller that is restricted to venues can only make webhooks for these, so they are the default.
  const start = { ...NEW_DRAFT, venues: caller.venues };
  const [draft, setDraft] = useState(start);
  const [tenantId, setTenantId] = useState("");
  const [created, setCreated] = useState<WebhookWithSecret>();
  const request = useRepeatableRequest();
  const venues = useVenues(api, caller, tenantId);
  const tenants = useTenants(api, caller);
  useUnsavedChanges(created === undefined && changedMembers(start, draft).length > 0);

  const creating = useAction(async () => {
    const sent = trimmed(draft);
    setDraft(sent);
    const body = createRequest(sent, isForAdmin && tenantId !== "" ? tenantId : null);
    const webhook = await request.send(body, (options) => api.webhooks.create(body, options));
    forgetUnsavedChanges();
    setCreated(webhook);
    showToast(`Webhook ${webhookName(webhook)} created.`);
  });

  return (
    <>
      <ScreenHeader
        title="Create a webhook"
        guide="newWebhook"
        parent={PARENT}
        description="The service tells a program of yours what changed, as soon as it changes. All of this can be changed later."
      />
      <CreateForm
        noun="webhook"
        listPath="webhooks"
        isBusy={creating.isBusy}
        problem={creating.problem}
        pointers={POINTERS}
        onSubmit={() => void creating.run()}
      >
        {isForAdmin && (
          <SelectField
            label="Tenant"
            help="Whose changes it hears of."
            value={tenantId}
            choices={[
              { value: "", text: "Choose a tenant" },
              ...(tenants.data ?? []).map((tenant) => ({ value: tenant.tenantId, text: tenant.name })),
            ]}
            onValue={(value) => {
              setTenantId(value);
              // The venues of one tenant are not those of another.
              if (draft.venues !== null) setDraft({ ...draft, venues: [] });
            }}
            faults={faultsOf(creating.problem, "/tenantId")}
          />
        )}
        <WebhookFields
          draft={draft}
          onDraft={setDraft}
          caller={caller}
          venues={venues.data ?? []}
          problem={creating.problem}
        />
        <p class="soft small">
          The webhook belongs to the key that you are signed in with. If that key is revoked, the webhook is disabled.
        </p>
      </CreateForm>
      {created !== undefined && (
        <WebhookSecretDialog
          title={`The secret of ${webhookName(created)}`}
          secret={created.secret}
          onClose={() => go(`/webhooks/${created.webhookId}`)}
        />
      )}
    </>
  );
}
