// The dialog that rotates a key, and the notice about a scheduled revoke with the button that cancels it.

import type { Client, components } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { Dialog } from "../../design/dialog";
import { ClockIcon } from "../../design/icons";
import { RadioField } from "../shell/form-fields";
import { ProblemNotice } from "../shell/problem-notice";
import { useRepeatableRequest } from "../shell/repeatable-request";
import { hashOf } from "../shell/route";
import { formatDateTime } from "../shell/times";
import { showToast } from "../shell/toasts";
import { useAction } from "../shell/use-request";
import { type ApiKey, type KeyWithEtag, keyWithEtag } from "./draft";
import { Countdown, keyName } from "./key-status";
import { NewSecretDialog } from "./new-secret-dialog";

type RotatedKey = components["schemas"]["RotatedKey"];

const GRACES = [
  { value: "0", text: "Now", help: "After a leak: the old secret is refused at once." },
  { value: "3600", text: "In 1 hour" },
  { value: "86400", text: "In 1 day", help: "Time to roll out the new secret." },
  { value: "604800", text: "In 7 days" },
];

type RotateDialogProps = {
  api: Client;
  apiKey: ApiKey;
  onClose: () => void;
  onRotated: () => void;
  go: (path: string) => void;
};

export function RotateDialog({ api, apiKey, onClose, onRotated, go }: RotateDialogProps) {
  const [grace, setGrace] = useState("86400");
  const [replacement, setReplacement] = useState<RotatedKey>();
  const request = useRepeatableRequest();
  const rotating = useAction(async () => {
    const body = { gracePeriodSeconds: Number(grace) };
    setReplacement(await request.send(body, (options) => api.keys.rotate(apiKey.keyId, body, options)));
    onRotated();
  });

  if (replacement !== undefined) {
    return (
      <NewSecretDialog
        title={`The new secret of ${keyName(replacement)}`}
        plaintext={replacement.plaintext}
        note={
          grace === "0"
            ? "The old secret is refused from now on."
            : `The old secret works until ${formatDateTime(replacement.previous.revokeAt)}. Until then the rotation can be cancelled.`
        }
        onClose={() => {
          onClose();
          if (grace === "0") go(`/keys/${replacement.keyId}`);
        }}
      />
    );
  }
  return (
    <Dialog
      title={`Rotate ${keyName(apiKey)}`}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            class={`button ${grace === "0" ? "button-danger" : "button-primary"}`}
            disabled={rotating.isBusy}
            onClick={() => void rotating.run()}
          >
            {grace === "0" ? "Rotate and revoke the old secret now" : "Rotate"}
          </button>
        </>
      }
    >
      <div class="stack">
        <p>
          A replacement with the same settings and a new secret is made. The old secret{" "}
          {apiKey.hint !== null && <code>…{apiKey.hint}</code>} goes on working for the time that you choose.
        </p>
        <RadioField legend="When should the old secret expire?" value={grace} choices={GRACES} onValue={setGrace} />
        <ProblemNotice problem={rotating.problem} />
      </div>
    </Dialog>
  );
}

type ScheduledRevokeProps = {
  api: Client;
  read: KeyWithEtag;
  onChanged: (read: KeyWithEtag) => void;
  /** Called when the time is up and the key has been revoked. */
  onOver: () => void;
};

export function ScheduledRevokeNotice({ api, read, onChanged, onOver }: ScheduledRevokeProps) {
  const { key, etag } = read;
  const cancelling = useAction(async () => {
    onChanged(keyWithEtag(await api.keys.update(key.keyId, { status: "active" }, { ifMatch: etag })));
    showToast("The scheduled revoke is cancelled.");
  });
  if (key.revokeAt === null) return null;
  return (
    <div class="stack-small">
      <div class="note note-warn">
        <ClockIcon />
        <div class="scheduled">
          <div>
            <strong>
              This key has been replaced. <Countdown until={key.revokeAt} onOver={onOver} key={key.revokeAt} />
            </strong>
            <p>
              It is accepted until {formatDateTime(key.revokeAt)}
              {key.rotatedTo !== null && (
                <>
                  {" "}
                  and then only its <a href={hashOf(`keys/${key.rotatedTo}`)}>replacement</a>
                </>
              )}
              .
            </p>
          </div>
          <button type="button" class="button" disabled={cancelling.isBusy} onClick={() => void cancelling.run()}>
            Cancel the revoke
          </button>
        </div>
      </div>
      <ProblemNotice problem={cancelling.problem} />
    </div>
  );
}
