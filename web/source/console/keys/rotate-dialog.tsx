// The dialog that rotates a key, and the notice about a scheduled revoke with the button that cancels it.
import type { Client, components } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { CopyableText } from "../../design/copy-button";
import { ClockIcon, WarningIcon } from "../../design/icons";
import { ConfirmAction } from "../shell/confirm-action";
import { RadioField } from "../shell/form-fields";
import { Permitted } from "../shell/permitted";
import { useRepeatableRequest } from "../shell/repeatable-request";
import { hashOf } from "../shell/route";
import type { CallerInfo } from "../shell/screen-props";
import { formatDateTime } from "../shell/times";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import { CancelRevokeDialog } from "./cancel-revoke-dialog";
import type { ApiKey, KeyWithEtag } from "./draft";
import { EmbedSnippet } from "./embed-code";
import { Countdown, keyName } from "./key-status";
import { NewSecretDialog } from "./new-secret-dialog";
import { isForPages, pageUsesText } from "./page-uses";
import { missingForEmbedding } from "./snippets";

type RotatedKey = components["schemas"]["RotatedKey"];

const GRACES = [
  { value: "0", text: "Now", help: "After a leak: the old secret is refused at once." },
  { value: "3600", text: "In 1 hour" },
  { value: "86400", text: "In 1 day", help: "Time to roll out the new secret." },
  { value: "604800", text: "In 7 days", help: "Time to change pages that name the key." },
];

type RotateDialogProps = PagesContext & {
  apiKey: ApiKey;
  onClose: () => void;
  onRotated: () => void;
  go: (path: string) => void;
};

export function RotateDialog({ api, caller, venues, apiKey, onClose, onRotated, go }: RotateDialogProps) {
  const [grace, setGrace] = useState(isForPages(apiKey) ? "604800" : "86400");
  const [replacement, setReplacement] = useState<RotatedKey>();
  const request = useRepeatableRequest();
  const rotate = async () => {
    const body = { gracePeriodSeconds: Number(grace) };
    setReplacement(await request.send(body, (options) => api.keys.rotate(apiKey.keyId, body, options)));
    onRotated();
  };

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
      >
        {isForPages(apiKey) && (
          <div class="stack-small">
            <h3>Change your pages</h3>
            <NewIdForPages api={api} caller={caller} venues={venues} apiKey={apiKey} newKeyId={replacement.keyId} />
          </div>
        )}
      </NewSecretDialog>
    );
  }
  return (
    <ConfirmAction
      title={`Rotate ${keyName(apiKey)}`}
      action={grace === "0" ? "Rotate and revoke the old secret now" : "Rotate"}
      isDanger={grace === "0"}
      onClose={onClose}
      onConfirm={rotate}
    >
      <p>
        A replacement with the same settings and a new secret is made. The old secret{" "}
        {apiKey.hint !== null && <code>…{apiKey.hint}</code>} goes on working for the time that you choose.
      </p>
      {isForPages(apiKey) && <PagesNameKey apiKey={apiKey} />}
      <RadioField legend="When should the old secret expire?" value={grace} choices={GRACES} onValue={setGrace} />
    </ConfirmAction>
  );
}

type ScheduledRevokeProps = PagesContext & {
  read: KeyWithEtag;
  /** Why the caller may not cancel the revoke; null if it may. */
  refusal: string | null;
  onChanged: (read: KeyWithEtag) => void;
  /** Called when the time is up and the key has been revoked. */
  onOver: () => void;
};

export function ScheduledRevokeNotice({ read, refusal, onChanged, onOver, ...context }: ScheduledRevokeProps) {
  const { key } = read;
  const [isCancelling, setCancelling] = useState(false);
  if (key.revokeAt === null) return null;
  return (
    <div class="note note-warn">
      <ClockIcon />
      <div class="stack-small scheduled-revoke">
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
          <Permitted refusal={refusal}>
            <button type="button" class="button" onClick={() => setCancelling(true)}>
              Cancel the revoke
            </button>
          </Permitted>
        </div>
        {isForPages(key) && key.rotatedTo !== null && (
          <>
            <p>
              <strong>Pages have to name the replacement by then.</strong> Requests that still name this key:{" "}
              {pageUsesText(key, Date.now())}.
            </p>
            <NewIdForPages {...context} apiKey={key} newKeyId={key.rotatedTo} />
          </>
        )}
      </div>
      {isCancelling && (
        <CancelRevokeDialog
          api={context.api}
          read={read}
          ownKeyId={context.caller.keyId}
          onClose={() => setCancelling(false)}
          onChanged={onChanged}
        />
      )}
    </div>
  );
}

/** What the screens of a key need for the element that its pages have to hold. */
type PagesContext = { api: Client; caller: CallerInfo; venues: VenueSummary[] };

/** Says before a rotation that pages name the key, and how many requests do. */
function PagesNameKey({ apiKey }: { apiKey: ApiKey }) {
  return (
    <div class="note note-warn">
      <WarningIcon />
      <div>
        <strong>Pages may use this key without its secret.</strong> They name its id, and the replacement has another
        one: change it in every page before the old key expires, or they show no views. Requests of pages:{" "}
        {pageUsesText(apiKey, Date.now())}.
      </div>
    </div>
  );
}

/** Says after a rotation which id pages have to name, with the element to copy. */
function NewIdForPages(props: PagesContext & { apiKey: ApiKey; newKeyId: string }) {
  const { apiKey, newKeyId, ...context } = props;
  const replacement = { ...apiKey, keyId: newKeyId };
  return (
    <div class="stack-small">
      <p>
        In your pages, write <CopyableText text={newKeyId} name="new keyId" /> in place of <code>{apiKey.keyId}</code>.
      </p>
      {missingForEmbedding(apiKey) === null && <EmbedSnippet {...context} apiKey={replacement} />}
    </div>
  );
}
