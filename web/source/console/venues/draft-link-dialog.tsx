// The dialog with a link to the viewer that shows a draft.
import type { Client, components } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { CopyButton } from "../../design/copy-button";
import { Dialog } from "../../design/dialog";
import { EyeIcon, WarningIcon } from "../../design/icons";
import { ProblemNotice } from "../shell/problem-notice";
import { formatDateTime } from "../shell/times";
import { showToast } from "../shell/toasts";
import { useAction, useRequest } from "../shell/use-request";

type Session = components["schemas"]["IssuedSession"];

const DAY_SECONDS = 86_400;

type DraftLinkDialogProps = { api: Client; venueId: string; isChanged: boolean; onClose: () => void };

export function DraftLinkDialog({ api, venueId, isChanged, onClose }: DraftLinkDialogProps) {
  const session = useRequest(
    (signal) => api.sessions.create({ venue: venueId, draft: true, ttlSeconds: DAY_SECONDS }, { signal }),
    [venueId],
  );
  return (
    <Dialog title="Look at the draft in the viewer" onClose={onClose}>
      <div class="stack">
        {isChanged && (
          <p class="note note-warn">
            <WarningIcon />
            <span>The viewer shows the draft as it was last saved, without your unsaved changes.</span>
          </p>
        )}
        <ProblemNotice problem={session.problem} onRetry={session.reload} />
        {session.data === undefined && session.problem === undefined && <p class="soft">Making the link ...</p>}
        {session.data !== undefined && <DraftLink api={api} session={session.data} onEnded={onClose} />}
      </div>
    </Dialog>
  );
}

function DraftLink({ api, session, onEnded }: { api: Client; session: Session; onEnded: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const ending = useAction(async () => {
    await api.sessions.end(session.sessionId);
    showToast("The link was ended");
    onEnded();
  });
  return (
    <>
      <p>
        The link lasts a day, until {formatDateTime(session.expiresAt)}. Whoever has it sees the draft without signing
        in, as it is when they open it. It ends earlier if the draft is published or discarded, or if your key is
        revoked.
      </p>
      <label class="field">
        <span class="field-label">Link</span>
        <input
          class="input mono"
          readOnly
          value={session.viewerUrl}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <div class="row">
        <a class="button button-primary" href={session.viewerUrl} target="_blank" rel="noreferrer">
          <EyeIcon /> Open in a new tab
        </a>
        <CopyButton text={session.viewerUrl} label="Copy the link" onCopied={() => setCopied(true)} />
        <button type="button" class="button button-quiet" disabled={ending.isBusy} onClick={() => void ending.run()}>
          End the link now
        </button>
      </div>
      {isCopied && <p class="soft small">Closing this dialog does not end the link.</p>}
      <ProblemNotice problem={ending.problem} />
    </>
  );
}
