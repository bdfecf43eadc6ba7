// The dialog that shows the secret of a webhook once.
import { ShownOnceDialog } from "../shell/shown-once-dialog";

type WebhookSecretDialogProps = { title: string; secret: string; note?: string; onClose: () => void };

export function WebhookSecretDialog({ title, secret, note, onClose }: WebhookSecretDialogProps) {
  return (
    <ShownOnceDialog
      title={title}
      text={secret}
      name="Secret of the webhook"
      noun="secret"
      advice="Store it where your receiver reads its secrets. If you lose it, rotate it."
      onClose={onClose}
    >
      {() => (
        <>
          <p>
            Your receiver checks with it that a delivery is from this service: by the header{" "}
            <code>webhook-signature</code>, as{" "}
            <a href="https://www.standardwebhooks.com" target="_blank" rel="noopener noreferrer">
              Standard Webhooks
            </a>{" "}
            describes it. There are libraries for most languages.
          </p>
          {note !== undefined && <p class="soft">{note}</p>}
        </>
      )}
    </ShownOnceDialog>
  );
}
