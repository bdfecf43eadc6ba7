// The dialogs about a venue's draft that any of its tabs may lead to: what somebody else did meanwhile, and publishing.
import type { Client } from "@seatpreview/client";
import { useWatched } from "../shell/watched";
import { DraftConflictDialog } from "./draft-conflict-dialog";
import type { DraftSaver } from "./draft-saver";
import type { KeyNames } from "./key-names";
import { PublishDialog } from "./publish-dialog";
import { recordOf } from "./record";

type DraftDialogsProps = {
  api: Client;
  saver: DraftSaver;
  nameOf: KeyNames;
  /** Shows the place of the record that a pointer names. */
  onJump: (pointer: string) => void;
};

export function DraftDialogs({ api, saver, nameOf, onJump }: DraftDialogsProps) {
  const conflict = useWatched(saver.conflict);
  const publishing = useWatched(saver.publishing);
  return (
    <>
      {conflict !== null && (
        <DraftConflictDialog
          conflict={conflict}
          nameOf={nameOf}
          onResolve={(record) => void saver.resolve(record, conflict)}
          onTakeTheirs={() => saver.takeTheirs(conflict)}
          onClose={() => saver.conflict.set(null)}
        />
      )}
      {publishing !== null && (
        <PublishDialog
          api={api}
          venueId={saver.stored.value.venue.venueId}
          published={recordOf(saver.stored.value.venue)}
          draft={publishing}
          onPublished={(version) => saver.finishPublish(version)}
          onOutdated={() => void saver.explain()}
          onJump={(pointer) => {
            saver.publishing.set(null);
            onJump(pointer);
          }}
          onClose={() => saver.publishing.set(null)}
        />
      )}
    </>
  );
}
