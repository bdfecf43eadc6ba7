// The dialog that revokes a key. The key's label, hint or keyId must be typed first.
import type { Client } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { ConfirmAction } from "../shell/confirm-action";
import { CheckField } from "../shell/form-fields";
import { showToast } from "../shell/toasts";
import { useRequest } from "../shell/use-request";
import { firstPages } from "../shell/venue-and-tenant-lists";
import { type Webhook, webhookName } from "../webhooks/draft";
import type { ApiKey } from "./draft";
import { keyName } from "./key-status";
import { isForPages, pageUsesText } from "./page-uses";

type RevokeDialogProps = { api: Client; apiKey: ApiKey; isOwn: boolean; onClose: () => void; onRevoked: () => void };

export function RevokeDialog({ api, apiKey, isOwn, onClose, onRevoked }: RevokeDialogProps) {
  const [isKeeping, setKeeping] = useState(false);
  const webhooks = useRequest((signal) => webhooksOf(api, apiKey, signal), [apiKey.keyId]);
  const revoke = async () => {
    await api.keys.revoke(apiKey.keyId, isKeeping ? { keepWebhooks: true } : {});
    showToast(`Key ${keyName(apiKey)} revoked.`);
    onRevoked();
  };
  return (
    <ConfirmAction
      title={`Revoke ${keyName(apiKey)}?`}
      action="Revoke"
      typedConfirmation={{ texts: acceptedTexts(apiKey), prompt: promptOf(apiKey) }}
      onClose={onClose}
      onConfirm={revoke}
    >
      <p>
        All requests with this key are refused immediately, and its sessions end. This cannot be undone. Signed image
        addresses that were issued before work until they expire.
      </p>
      {isForPages(apiKey) && (
        <p class="note note-warn">
          Pages may use this key without a secret. They show no views from then on. Requests of pages:{" "}
          {pageUsesText(apiKey, Date.now())}.
        </p>
      )}
      {webhooks.data !== undefined && webhooks.data.length > 0 && (
        <CheckField
          label="Keep its webhooks"
          help={`${webhooks.data.map(webhookName).join(", ")}: made or last changed with this key. They are disabled with it, unless you keep them. After a leak, look at their addresses first.`}
          isChecked={isKeeping}
          onChecked={setKeeping}
        />
      )}
      {isOwn && <p class="note note-danger">You are signed in with this key. You will lose access to the console.</p>}
    </ConfirmAction>
  );
}

/** The active webhooks that are disabled together with a key. */
async function webhooksOf(api: Client, { keyId, tenantId }: ApiKey, signal: AbortSignal): Promise<Webhook[]> {
  const whose = tenantId === null ? {} : { tenantId };
  const listed = await firstPages(api.webhooks.list({ active: true, limit: 100, ...whose }, { signal }));
  return listed.filter(({ active, createdBy, changedBy }) => active && [createdBy, changedBy].includes(keyId));
}

function acceptedTexts({ label, hint, keyId }: ApiKey): string[] {
  return [label.trim(), hint ?? "", keyId].filter(Boolean);
}

function promptOf({ label, hint }: ApiKey) {
  if (label.trim() === "" && hint === null) return <>Type the keyId to confirm</>;
  return (
    <>
      Type {label.trim() !== "" && <code>{label.trim()}</code>}
      {label.trim() !== "" && hint !== null && " or "}
      {hint !== null && (
        <>
          the secret's last four characters, <code>{hint}</code>,
        </>
      )}{" "}
      to confirm
    </>
  );
}
