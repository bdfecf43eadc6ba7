// The dialog that deletes a webhook, after a confirmation.
import type { Client } from "@seatpreview/client";
import { ConfirmAction } from "../shell/confirm-action";
import { showToast } from "../shell/toasts";
import { type Webhook, webhookName } from "./draft";

type DeleteDialogProps = { api: Client; webhook: Webhook; onClose: () => void; onDeleted: () => void };

export function DeleteWebhookDialog({ api, webhook, onClose, onDeleted }: DeleteDialogProps) {
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
