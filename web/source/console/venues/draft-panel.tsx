// Says that the text is a draft: who saved it, what it is based on, and what can be done with it.
import type { Client } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { Confirm } from "../../design/dialog";
import { EditIcon, EyeIcon, TrashIcon } from "../../design/icons";
import { may, refusalOf } from "../shell/permissions";
import { ProblemNotice } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import { TimeAgo } from "../shell/times";
import type { StoredDraft } from "./draft";
import { DraftLinkDialog } from "./draft-link-dialog";
import type { KeyNames } from "./key-names";
import type { Venue } from "./record";
import type { DraftSaving } from "./use-draft";
import "./versions.css";

type DraftPanelProps = {
  api: Client;
  caller: CallerInfo;
  venue: Venue;
  draft: StoredDraft;
  nameOf: KeyNames;
  saving: DraftSaving;
  isChanged: boolean;
  /** The record as it is written, or the saved draft if the text is not JSON. */
  written: () => unknown;
  /** Called to bring a draft up to date whose venue has moved on. */
  onUpdate: () => void;
};

export function DraftPanel(props: DraftPanelProps) {
  const { caller, venue, draft, saving, isChanged } = props;
  const [asked, setAsked] = useState<"link" | "discard" | null>(null);
  const close = () => setAsked(null);
  const isBehind = draft.baseVersion !== venue.version;
  return (
    <section class="note draft-panel" aria-label="Draft">
      <EditIcon />
      <div class="stack-small">
        <p>
          <strong>This is a draft.</strong> Saved by {props.nameOf(draft.updatedBy)}, <TimeAgo at={draft.updatedAt} />.
          Buyers see version {venue.version} until you publish it.
        </p>
        {isBehind && (
          <p>
            Version {venue.version} was published after this draft was begun, from version {draft.baseVersion}. Take
            over its changes before you publish.
          </p>
        )}
        <div class="row">
          {isBehind && may(caller, "putDraft", { venue }) && (
            <button type="button" class="button button-small" disabled={saving.explain.isBusy} onClick={props.onUpdate}>
              Take over what was published...
            </button>
          )}
          <ViewerButton {...props} onOpen={() => setAsked("link")} />
          {may(caller, "deleteDraft", { venue }) && (
            <button type="button" class="button button-small" onClick={() => setAsked("discard")}>
              <TrashIcon /> Discard draft
            </button>
          )}
        </div>
        <ProblemNotice problem={saving.explain.problem ?? saving.discard.problem} />
      </div>
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
            void saving.discard.run(props.written());
          }}
        >
          <p>
            The draft, and what you changed in it since, is deleted for good, and links to it end. Buyers notice
            nothing.
          </p>
        </Confirm>
      )}
    </section>
  );
}

function ViewerButton({ caller, venue, draft, onOpen }: DraftPanelProps & { onOpen: () => void }) {
  const refusal = refusalOf(caller, "createSession", { venue });
  if (refusal !== null) return <span class="soft small">The viewer cannot be opened. {refusal}</span>;
  if (!draft.isPreviewable) {
    return <span class="soft small">The viewer can show it once its name and its layout have no faults.</span>;
  }
  return (
    <button type="button" class="button button-small" onClick={onOpen}>
      <EyeIcon /> Open in viewer
    </button>
  );
}
