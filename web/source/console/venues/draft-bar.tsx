// How the draft is doing, and what can be done with it: saved by itself, published, looked at, discarded. The designer
// and the record's text show the same bar.
import type { Client } from "@seatpreview/client";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Confirm } from "../../design/dialog";
import { EyeIcon, TrashIcon } from "../../design/icons";
import { may, refusalOf } from "../shell/permissions";
import { Permitted } from "../shell/permitted";
import { ProblemNotice } from "../shell/problem-notice";
import { problemText } from "../shell/problem-text";
import { SAVE_KEYS } from "../shell/save-shortcut";
import type { CallerInfo } from "../shell/screen-props";
import { useAction } from "../shell/use-request";
import { useWatched } from "../shell/watched";
import { DraftLinkDialog } from "./draft-link-dialog";
import type { DraftSaver } from "./draft-saver";
import "./draft-bar.css";

type DraftBarProps = {
  api: Client;
  caller: CallerInfo;
  saver: DraftSaver;
  /** Called to show where the text is not JSON. */
  onShowFault: () => void;
  /** More buttons. */
  children?: ComponentChildren;
};

export function DraftBar(props: DraftBarProps) {
  const { caller, saver } = props;
  const [asked, setAsked] = useState<"link" | "discard" | null>(null);
  const { venue } = useWatched(saver.stored);
  const draft = useWatched(saver.draft);
  const isChanged = useIsChanged(saver);
  const isSaving = useWatched(saver.progress).kind === "saving";
  const publishing = useAction(() => saver.publish());
  const discarding = useAction(() => saver.discard());
  const close = () => setAsked(null);
  const isBroken = useWatched(saver.document.textFault) !== null;
  return (
    <div class="draft-bar row">
      <Permitted refusal={refusalOf(caller, "publishDraft", { venue })}>
        <button
          type="button"
          class="button button-small button-primary"
          disabled={(draft === null && !isChanged) || publishing.isBusy}
          onClick={() => (isBroken ? props.onShowFault() : void publishing.run())}
        >
          Publish...
        </button>
        <button
          type="button"
          class="button button-small"
          aria-keyshortcuts={SAVE_KEYS}
          title="Changes are saved by themselves. This saves them now (Ctrl+S)."
          disabled={!isChanged || isSaving}
          onClick={() => (isBroken ? props.onShowFault() : void saver.save())}
        >
          Save draft
        </button>
        <ViewerButton {...props} onOpen={() => setAsked("link")} />
        {draft !== null && may(caller, "deleteDraft", { venue }) && (
          <button type="button" class="button button-small" title="Discard draft" onClick={() => setAsked("discard")}>
            <TrashIcon /> <span class="draft-word">Discard draft</span>
          </button>
        )}
      </Permitted>
      {props.children}
      <SaveState {...props} isChanged={isChanged} />
      <ProblemNotice problem={publishing.problem ?? discarding.problem} />
      {asked === "link" && (
        <DraftLinkDialog api={props.api} venueId={venue.venueId} isChanged={isChanged} onClose={close} />
      )}
      {asked === "discard" && (
        <Confirm
          title="Discard this draft?"
          action="Discard"
          cancel="Keep it"
          onClose={close}
          onConfirm={() => {
            close();
            void discarding.run();
          }}
        >
          <p>
            The draft, and what you changed in it since, is deleted, and links to it end. Buyers notice nothing. Until
            you leave this screen, Undo in the designer brings your changes back.
          </p>
        </Confirm>
      )}
    </div>
  );
}

/** Whether something is not saved yet, in a component that is drawn again when that changes. */
export function useIsChanged(saver: DraftSaver): boolean {
  const [isChanged, setChanged] = useState(saver.isChanged);
  useEffect(() => {
    const update = () => setChanged(saver.isChanged);
    update();
    const { designer, isTyping, textFault } = saver.document;
    const ends = [
      designer.settled.watch(update),
      isTyping.watch(update),
      textFault.watch(update),
      saver.saved.watch(update),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [saver]);
  return isChanged;
}

function SaveState({ caller, saver, onShowFault, isChanged }: DraftBarProps & { isChanged: boolean }) {
  const progress = useWatched(saver.progress);
  const fault = useWatched(saver.document.textFault);
  const { venue } = useWatched(saver.stored);
  if (!may(caller, "putDraft", { venue })) return null;
  if (fault !== null) {
    return (
      <NotSaved
        reason={`line ${fault.line} of the text: ${fault.detail}`}
        action="Go to the fault"
        onAct={onShowFault}
      />
    );
  }
  if (progress.kind === "undecided") {
    const reason = "somebody else changed it meanwhile.";
    return <NotSaved reason={reason} action="Decide..." onAct={() => void saver.save()} />;
  }
  if (progress.kind === "failed" && isChanged) {
    return <NotSaved reason={problemText(progress.problem)} action="Try again" onAct={() => void saver.save()} />;
  }
  if (progress.kind === "saving") return <span class="draft-state small soft">Saving...</span>;
  if (isChanged) return <span class="draft-state small soft">Not saved yet.</span>;
  return (
    <span class="draft-state small soft" role="status">
      {saver.draft.value === null ? "No changes." : "Draft saved."}
    </span>
  );
}

function NotSaved({ reason, action, onAct }: { reason: string; action: string; onAct: () => void }) {
  return (
    <span class="draft-state row small" role="alert">
      <span class="badge badge-danger">Not saved</span> {reason[0]?.toUpperCase()}
      {reason.slice(1)}
      <button type="button" class="button button-small" onClick={onAct}>
        {action}
      </button>
    </span>
  );
}

function ViewerButton({ caller, saver, onOpen }: DraftBarProps & { onOpen: () => void }) {
  const draft = useWatched(saver.draft);
  const { venue } = useWatched(saver.stored);
  if (draft === null) return null;
  const refusal = refusalOf(caller, "createSession", { venue });
  if (refusal !== null) return <span class="soft small">The viewer cannot be opened. {refusal}</span>;
  if (!draft.isPreviewable) {
    return <span class="soft small">The viewer can show it once its name and its layout have no faults.</span>;
  }
  return (
    <button type="button" class="button button-small" title="Open in viewer" onClick={onOpen}>
      <EyeIcon /> <span class="draft-word">Open in viewer</span>
    </button>
  );
}
