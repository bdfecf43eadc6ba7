// The dialogs that compare a version with the published record, and restore it.
import type { Client } from "@seatpreview/client";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Confirm, Dialog } from "../../design/dialog";
import { WarningIcon } from "../../design/icons";
import { faultsOf, ProblemNotice } from "../shell/problem-notice";
import { useRepeatableRequest } from "../shell/repeatable-request";
import { showToast } from "../shell/toasts";
import { useAction, useRequest } from "../shell/use-request";
import { count, joined } from "./changes-in-words";
import { ChangesList } from "./changes-list";
import { warningsOf } from "./label-warnings";
import { MessageField } from "./publish-dialog";
import type { Venue } from "./record";
import { WarningList } from "./warning-list";

type CompareDialogProps = { api: Client; venue: Venue; version: number; onClose: () => void };

export function CompareDialog({ api, venue, version, onClose }: CompareDialogProps) {
  const request = useRequest(
    (signal) => api.versions.changes(venue.venueId, String(venue.version), { since: version }, { signal }),
    [venue.venueId, venue.version, version],
  );
  return (
    <Dialog title={`From version ${version} to version ${venue.version}`} isWide onClose={onClose}>
      <div class="stack">
        <p>
          What has changed for buyers since version {version}. Version {venue.version} is published now.
        </p>
        <ProblemNotice problem={request.problem} onRetry={request.reload} />
        {request.data === undefined && request.problem === undefined && <Comparing />}
        {request.data !== undefined && <ChangesList changes={request.data} />}
      </div>
    </Dialog>
  );
}

type RestoreDialogProps = CompareDialogProps & { isChanged: boolean; onRestored: () => Promise<void> };

const IMAGES_SHOWN_MAX = 10;

export function RestoreDialog({ api, venue, version, isChanged, onClose, onRestored }: RestoreDialogProps) {
  const [message, setMessage] = useState("");
  const request = useRepeatableRequest();
  const dryRun = useRequest(
    (signal) => api.versions.restore(venue.venueId, String(version), {}, { dryRun: true, signal }),
    [venue.venueId, venue.version, version],
  );
  const restoring = useAction(async () => {
    const body = message.trim() === "" ? {} : { message: message.trim() };
    const restored = await request.send(body, (options) =>
      api.versions.restore(venue.venueId, String(version), body, options),
    );
    showToast(`Version ${version} was restored as version ${restored.version}`);
    await onRestored();
  });
  return (
    <Confirm
      title={`Restore version ${version}?`}
      action="Restore"
      isDanger={false}
      isWide
      isBusy={dryRun.data === undefined || restoring.isBusy}
      onConfirm={() => void restoring.run()}
      onClose={onClose}
    >
      {dryRun.data === undefined && dryRun.problem === undefined && <Comparing />}
      {dryRun.data !== undefined && (
        <>
          <p>
            Its record is published again, as version {dryRun.data.version}, and buyers see it at once. A draft stays as
            it is.
          </p>
          <h3>What changes for buyers</h3>
          <ChangesList changes={dryRun.data.changes} />
          <ImagesLeftOut names={dryRun.data.imagesLeftOut} />
          <WarningList found={warningsOf(dryRun.data)} />
        </>
      )}
      {isChanged && (
        <Warning>The record has changes that you did not save. They stay in the text, and are not restored.</Warning>
      )}
      <ProblemNotice problem={restoring.problem ?? dryRun.problem} fieldPointers={["/message"]} />
      <MessageField message={message} onMessage={setMessage} faults={faultsOf(restoring.problem, "/message")} />
    </Confirm>
  );
}

function ImagesLeftOut({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const more = names.length > IMAGES_SHOWN_MAX ? ["others"] : [];
  return (
    <Warning>
      The version names {count(names.length, "image")} that do not exist any more, and is restored without:{" "}
      {joined([...names.slice(0, IMAGES_SHOWN_MAX), ...more])}.
    </Warning>
  );
}

function Warning({ children }: { children: ComponentChildren }) {
  return (
    <div class="note note-warn">
      <WarningIcon />
      <div>{children}</div>
    </div>
  );
}

function Comparing() {
  return (
    <p class="soft" role="status">
      Comparing the two ...
    </p>
  );
}
