// Says that the record is a draft: who saved it, and what it is based on.
import { EditIcon } from "../../design/icons";
import { may } from "../shell/permissions";
import { ProblemNotice } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import { TimeAgo } from "../shell/times";
import { useAction } from "../shell/use-request";
import { useWatched } from "../shell/watched";
import type { DraftSaver } from "./draft-saver";
import type { KeyNames } from "./key-names";
import "./versions.css";

type DraftPanelProps = {
  caller: CallerInfo;
  saver: DraftSaver;
  nameOf: KeyNames;
  /** Whether the panel is shown only if the draft's venue has moved on. */
  isBrief?: boolean;
};

export function DraftPanel({ caller, saver, nameOf, isBrief = false }: DraftPanelProps) {
  const { venue } = useWatched(saver.stored);
  const draft = useWatched(saver.draft);
  const updating = useAction(() => saver.explain());
  const isBehind = draft !== null && draft.baseVersion !== venue.version;
  if (draft === null || (isBrief && !isBehind)) return null;
  return (
    <section class="note draft-panel" aria-label="Draft">
      <EditIcon />
      <div class="stack-small">
        <p>
          <strong>This is a draft.</strong> Saved by {nameOf(draft.updatedBy)}, <TimeAgo at={draft.updatedAt} />. Buyers
          see version {venue.version} until you publish it.
        </p>
        {isBehind && (
          <p>
            Version {venue.version} was published after this draft was begun, from version {draft.baseVersion}. Take
            over its changes before you publish.
          </p>
        )}
        {isBehind && may(caller, "putDraft", { venue }) && (
          <div class="row">
            <button
              type="button"
              class="button button-small"
              disabled={updating.isBusy}
              onClick={() => void updating.run()}
            >
              Take over what was published...
            </button>
          </div>
        )}
        <ProblemNotice problem={updating.problem} />
      </div>
    </section>
  );
}
