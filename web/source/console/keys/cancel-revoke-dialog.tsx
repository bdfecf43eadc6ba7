// The dialog that cancels a scheduled revoke, and offers to revoke the replacement that is not needed then.

import type { Client } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { ConfirmAction } from "../shell/confirm-action";
import { messageOf } from "../shell/error-message";
import { CheckField } from "../shell/form-fields";
import { formatTimeAgo } from "../shell/times";
import { showToast } from "../shell/toasts";
import { useRequest } from "../shell/use-request";
import { type ApiKey, type KeyWithEtag, keyWithEtag } from "./draft";
import { keyName } from "./key-status";

type CancelRevokeDialogProps = {
  api: Client;
  read: KeyWithEtag;
  /** The keyId that the console is signed in with. */
  ownKeyId: string | null;
  onClose: () => void;
  onChanged: (read: KeyWithEtag) => void;
};

export function CancelRevokeDialog({ api, read, ownKeyId, onClose, onChanged }: CancelRevokeDialogProps) {
  const { key, etag } = read;
  const { rotatedTo } = key;
  const [revokesReplacement, setRevokesReplacement] = useState(false);
  const replacement = useRequest<ApiKey | null>(
    async (signal) => (rotatedTo === null ? null : await api.keys.get(rotatedTo, { signal })),
    [rotatedTo],
  );
  const cancel = async () => {
    const kept = keyWithEtag(await api.keys.update(key.keyId, { status: "active" }, { ifMatch: etag }));
    if (revokesReplacement && rotatedTo !== null) await revokeReplacement(api, rotatedTo);
    else showToast("The scheduled revoke is cancelled.");
    onClose();
    onChanged(kept);
  };
  const offered = replacement.data?.status === "active" ? replacement.data : null;
  return (
    <ConfirmAction
      title={`Keep ${keyName(key)}?`}
      action={revokesReplacement ? "Keep it, and revoke the replacement" : "Keep it"}
      isDanger={revokesReplacement}
      onClose={onClose}
      onConfirm={cancel}
    >
      <p>The scheduled revoke is cancelled, and the key goes on working. Its replacement works as well.</p>
      {offered !== null && (
        <CheckField
          label={`Also revoke the replacement ${offered.keyId}`}
          help={useOf(offered, ownKeyId)}
          isChecked={revokesReplacement}
          isDisabled={offered.keyId === ownKeyId}
          onChecked={setRevokesReplacement}
        />
      )}
    </ConfirmAction>
  );
}

/** Revokes the replacement. The other key is kept already, so that a failure is told and stops nothing. */
async function revokeReplacement(api: Client, keyId: string): Promise<void> {
  try {
    await api.keys.revoke(keyId);
    showToast("The scheduled revoke is cancelled, and the replacement is revoked.");
  } catch (failure) {
    showToast(`The scheduled revoke is cancelled, but the replacement still works: ${messageOf(failure)}`);
  }
}

function useOf({ keyId, lastUsedAt }: ApiKey, ownKeyId: string | null): string {
  if (keyId === ownKeyId) return "You are signed in with it.";
  if (lastUsedAt === null) return "It has not been used yet. This cannot be undone.";
  return `It was used ${formatTimeAgo(lastUsedAt, Date.now())}: whoever uses it is refused at once. This cannot be undone.`;
}
