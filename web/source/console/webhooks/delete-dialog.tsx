// The dialog that deletes a webhook, after a confirmation.
import type { Client } from "@seatpreview/client";
import { Confirm } from "../../design/dialog";
import { ProblemNotice } from "../shell/problem-notice";
import { showToast } from "../shell/toasts";
import { useAction } from "../shell/use-request";
import { type Webhook, webhookName } from "./draft";

type DeleteDialogProps = { api: Client; webhook: Webhook; onClose: () => void; onDeleted: () => void };

export function DeleteWebhookDialog({ api, webhook, onClose, onDeleted }: DeleteDialogProps) {
  const deleting = useAction(async () => {
    await api.webhooks.delete(webhook.webhookId);
    showToast(`Webhook ${webhookName(webhook)} deleted.`);
    onDeleted();
  });
  return (
    <Confirm
      title={`Delete ${webhookName(webhook)}?`}
      action="Delete"
      isBusy={deleting.isBusy}
      onClose={onClose}
      onConfirm={() => void deleting.run()}
    >
      <p>
        Nothing more is sent to <code class="break">{webhook.url}</code>, and the list of its deliveries is deleted as
        well. This cannot be undone. If you only want a pause, turn the webhook off.
      </p>
      <ProblemNotice problem={deleting.problem} />
    </Confirm>
  );
}
