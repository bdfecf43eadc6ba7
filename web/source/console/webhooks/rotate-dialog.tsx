// The dialog that gives a webhook a new secret.
import type { Client } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { ConfirmAction } from "../shell/confirm-action";
import { RadioField } from "../shell/form-fields";
import { useRepeatableRequest } from "../shell/repeatable-request";
import { formatDateTime } from "../shell/times";
import { type Webhook, type WebhookWithSecret, webhookName } from "./draft";
import { WebhookSecretDialog } from "./secret-dialog";

const GRACES = [
  { value: "0", text: "Not at all", help: "After a leak: only the new secret signs from now on." },
  { value: "3600", text: "For 1 hour" },
  { value: "86400", text: "For 1 day", help: "Time to give your receiver the new secret." },
  { value: "604800", text: "For 7 days" },
];

type RotateDialogProps = { api: Client; webhook: Webhook; onClose: () => void; onRotated: () => void };

export function RotateWebhookDialog({ api, webhook, onClose, onRotated }: RotateDialogProps) {
  const [grace, setGrace] = useState("86400");
  const [rotated, setRotated] = useState<WebhookWithSecret>();
  const request = useRepeatableRequest();
  const rotate = async () => {
    const body = { gracePeriodSeconds: Number(grace) };
    setRotated(await request.send(body, (options) => api.webhooks.rotate(webhook.webhookId, body, options)));
    onRotated();
  };

  if (rotated !== undefined) {
    return (
      <WebhookSecretDialog
        title={`The new secret of ${webhookName(rotated)}`}
        secret={rotated.secret}
        note={noteOf(rotated)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmAction
      title={`Rotate the secret of ${webhookName(webhook)}`}
      action={grace === "0" ? "Rotate and drop the old secret now" : "Rotate"}
      isDanger={grace === "0"}
      onClose={onClose}
      onConfirm={rotate}
    >
      <p>The webhook gets a new secret, which you give to your receiver.</p>
      <RadioField
        legend="How long should deliveries be signed with the old secret as well?"
        value={grace}
        choices={GRACES}
        onValue={setGrace}
      />
    </ConfirmAction>
  );
}

function noteOf({ oldSecretUntil }: Webhook): string {
  if (oldSecretUntil === null) return "The old secret signs nothing from now on.";
  return `Until ${formatDateTime(oldSecretUntil)}, deliveries are signed with the old secret as well.`;
}
