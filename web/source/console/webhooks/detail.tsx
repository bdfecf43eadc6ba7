// The screen of one webhook: its state, its actions, its settings and its deliveries.
import type { Client } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { CopyableText } from "../../design/copy-button";
import { RotateIcon, SendIcon, TrashIcon } from "../../design/icons";
import { ConfirmAction } from "../shell/confirm-action";
import { Fact, FactsCard } from "../shell/facts";
import { Named, type Names, useNames } from "../shell/names";
import { refusalOf } from "../shell/permissions";
import { Permitted } from "../shell/permitted";
import { ProblemNotice } from "../shell/problem-notice";
import { hashOf } from "../shell/route";
import { LoadingScreen, ScreenHeader } from "../shell/screen-header";
import type { ScreenProps } from "../shell/screen-props";
import { formatDateTime } from "../shell/times";
import { showToast } from "../shell/toasts";
import { type Action, useAction, useRequest } from "../shell/use-request";
import { useVenues } from "../shell/venue-and-tenant-lists";
import { Deliveries } from "./deliveries";
import { type ReadWebhook, type Webhook, webhookName, webhookTitle } from "./draft";
import { EditWebhook } from "./edit";
import { PARENT } from "./pages";
import { RotateWebhookDialog } from "./rotate-dialog";
import { RotationNotice, StatusNotice, WebhookStatus } from "./webhook-status";

export function WebhookDetail({ api, caller, go, query, setQuery, webhookId }: ScreenProps & { webhookId: string }) {
  const request = useRequest<ReadWebhook>((signal) => api.webhooks.get(webhookId, { signal }), [webhookId]);
  const venues = useVenues(api, caller, request.data?.tenantId ?? "");
  const names = useNames(api, caller);
  const [openDialog, setOpenDialog] = useState<"rotate" | "delete" | null>(null);
  const [sentCount, setSentCount] = useState(0);
  const turning = useTurning(api, request.data, request.setData);
  const testing = useAction(async () => {
    await api.webhooks.test(webhookId);
    showToast("A test is being sent. The list of deliveries shows how it goes.");
    setSentCount((count) => count + 1);
  });

  if (request.data === undefined) {
    return <LoadingScreen title="Webhook" guide="oneWebhook" parent={PARENT} request={request} />;
  }

  const webhook = request.data;
  const refusal = refusalOf(caller, "updateWebhook");
  return (
    <>
      <ScreenHeader
        title={webhookTitle(webhook)}
        guide="oneWebhook"
        parent={PARENT}
        description={
          <span class="row">
            <WebhookStatus webhook={webhook} />
            <CopyableText text={webhook.webhookId} name="webhookId" />
          </span>
        }
        actions={
          <Permitted refusal={refusal}>
            {webhook.active && (
              <>
                <button type="button" class="button" disabled={testing.isBusy} onClick={() => void testing.run()}>
                  <SendIcon /> Send a test
                </button>
                <button type="button" class="button" disabled={turning.isBusy} onClick={() => void turning.run(false)}>
                  Turn off
                </button>
              </>
            )}
            <button type="button" class="button" onClick={() => setOpenDialog("rotate")}>
              <RotateIcon /> Rotate the secret
            </button>
            <button type="button" class="button button-warning" onClick={() => setOpenDialog("delete")}>
              <TrashIcon /> Delete
            </button>
          </Permitted>
        }
      />
      <ProblemNotice problem={request.problem ?? testing.problem ?? turning.problem} onRetry={request.reload} />
      <StatusNotice
        webhook={webhook}
        turnOn={
          refusal === null && (
            <button
              type="button"
              class="button button-primary"
              disabled={turning.isBusy}
              onClick={() => void turning.run(true)}
            >
              Turn on
            </button>
          )
        }
      />
      <RotationNotice webhook={webhook} />
      <Deliveries
        api={api}
        webhook={webhook}
        query={query}
        setQuery={setQuery}
        refusal={refusal}
        sentCount={sentCount}
        onFinished={request.reload}
      />
      <div class="detail">
        <EditWebhook api={api} caller={caller} read={webhook} venues={venues.data ?? []} onRead={request.setData} />
        <Facts webhook={webhook} names={names} />
      </div>
      {openDialog === "rotate" && (
        <RotateWebhookDialog
          api={api}
          webhook={webhook}
          onClose={() => setOpenDialog(null)}
          onRotated={request.reload}
        />
      )}
      {openDialog === "delete" && (
        <DeleteWebhookDialog
          api={api}
          webhook={webhook}
          onClose={() => setOpenDialog(null)}
          onDeleted={() => go("/webhooks")}
        />
      )}
    </>
  );
}

/** Turns a webhook on or off. */
function useTurning(
  api: Client,
  read: ReadWebhook | undefined,
  onRead: (read: ReadWebhook) => void,
): Action<[isOn: boolean]> {
  return useAction(async (active: boolean) => {
    if (read === undefined) return;
    onRead(await api.webhooks.update(read.webhookId, { active }, { ifMatch: read.etag }));
    showToast(active ? "The webhook is on." : "The webhook is off.");
  });
}

function Facts({ webhook, names }: { webhook: Webhook; names: Names }) {
  return (
    <FactsCard
      label="About the webhook"
      note="If the key that made it, or changed it last, is revoked, the webhook is disabled."
    >
      <Fact name="Tenant">
        <Named name={names.tenant(webhook.tenantId)} id={webhook.tenantId} noun="tenantId" />
      </Fact>
      <Fact name="Created">{formatDateTime(webhook.createdAt)}</Fact>
      <Fact name="Created by">
        <Actor actor={webhook.createdBy} names={names} />
      </Fact>
      <Fact name="Changed">{formatDateTime(webhook.updatedAt)}</Fact>
      <Fact name="Changed by">
        <Actor actor={webhook.changedBy} names={names} />
      </Fact>
      <Fact name="Version">{webhook.version}</Fact>
    </FactsCard>
  );
}

function Actor({ actor, names }: { actor: string; names: Names }) {
  if (!actor.startsWith("key_")) return <>{actor === "operator" ? "the command line" : actor}</>;
  return (
    <a href={hashOf(`keys/${actor}`)} title={actor}>
      {names.key(actor) ?? <code>{actor}</code>}
    </a>
  );
}

type DeleteDialogProps = { api: Client; webhook: Webhook; onClose: () => void; onDeleted: () => void };

/** The dialog that deletes a webhook, after a confirmation. */
function DeleteWebhookDialog({ api, webhook, onClose, onDeleted }: DeleteDialogProps) {
  const remove = async () => {
    await api.webhooks.delete(webhook.webhookId);
    showToast(`Webhook ${webhookName(webhook)} deleted.`);
    onDeleted();
  };
  return (
    <ConfirmAction title={`Delete ${webhookName(webhook)}?`} action="Delete" onClose={onClose} onConfirm={remove}>
      <p>
        Nothing more is sent to <code class="break">{webhook.url}</code>, and the list of its deliveries is deleted as
        well. This cannot be undone. If you only want a pause, turn the webhook off.
      </p>
    </ConfirmAction>
  );
}
