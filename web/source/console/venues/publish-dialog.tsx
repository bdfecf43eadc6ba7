// The dialog that publishes a draft. It says first what changes for buyers.
import type { Client } from "@seatpreview/client";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Confirm } from "../../design/dialog";
import { TextField } from "../shell/form-fields";
import { faultsOf, ProblemNotice } from "../shell/problem-notice";
import { useRepeatableRequest } from "../shell/repeatable-request";
import { useAction, useRequest } from "../shell/use-request";
import { ChangesList } from "./changes-list";
import { isOutdated, type StoredDraft } from "./draft";
import { warningsOf } from "./label-warnings";
import { partsChanged } from "./record-parts-changed";
import { WarningList } from "./warning-list";

const MESSAGE_LENGTH_MAX = 200;

type PublishDialogProps = {
  api: Client;
  venueId: string;
  /** The record that buyers see now. */
  published: unknown;
  draft: StoredDraft;
  onPublished: (version: number) => Promise<void>;
  /** Called if somebody else saved or published meanwhile. */
  onOutdated: () => void;
  /** Closes the dialog and shows the place of the record that a pointer names. */
  onJump: (pointer: string) => void;
  onClose: () => void;
};

export function PublishDialog(props: PublishDialogProps) {
  const { api, venueId, published, draft, onPublished, onOutdated, onJump, onClose } = props;
  const [message, setMessage] = useState("");
  const request = useRepeatableRequest();
  const ifMatch = draft.etag;
  const dryRun = useRequest(
    (signal) => api.venues.publishDraft(venueId, {}, { ifMatch, dryRun: true, signal }),
    [venueId, ifMatch],
  );
  const publishing = useAction(async () => {
    const body = message.trim() === "" ? {} : { message: message.trim() };
    const { version } = await request.send({ body, ifMatch }, (options) =>
      api.venues.publishDraft(venueId, body, { ...options, ifMatch }),
    );
    onClose();
    await onPublished(version);
  });
  const parts = useMemo(() => partsChanged(published, draft.record), [published, draft]);
  const problem = publishing.problem ?? dryRun.problem;
  const isStale = problem !== undefined && isOutdated(problem);
  useEffect(() => {
    if (isStale) onOutdated();
  }, [isStale]);
  return (
    <Confirm
      title="Publish this draft?"
      action="Publish"
      isDanger={false}
      isWide
      isBusy={dryRun.data === undefined || publishing.isBusy}
      onConfirm={() => void publishing.run()}
      onClose={onClose}
    >
      {dryRun.data === undefined && problem === undefined && (
        <p class="soft" role="status">
          Comparing the draft with what buyers see now ...
        </p>
      )}
      {dryRun.data !== undefined && (
        <>
          <p>
            It becomes version {dryRun.data.version} of the record, and buyers see it at once. You can go back to the
            version before under <strong>Versions</strong>.
          </p>
          <h3>What changes for buyers</h3>
          <ChangesList changes={dryRun.data.changes} parts={parts} />
          <WarningList found={warningsOf(dryRun.data)} onJump={onJump} />
        </>
      )}
      {!isStale && <ProblemNotice problem={problem} fieldPointers={["/message"]} />}
      <MessageField message={message} onMessage={setMessage} faults={faultsOf(publishing.problem, "/message")} />
    </Confirm>
  );
}

type MessageFieldProps = { message: string; onMessage: (message: string) => void; faults: string[] };

/** A note about a version, for the list of versions. */
export function MessageField({ message, onMessage, faults }: MessageFieldProps) {
  return (
    <TextField
      label="Message"
      isOptional
      help="What this version is for. The list of versions shows it."
      maxLength={MESSAGE_LENGTH_MAX}
      value={message}
      onValue={onMessage}
      faults={faults}
    />
  );
}
