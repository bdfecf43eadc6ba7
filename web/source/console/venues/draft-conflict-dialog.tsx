// The dialog for a draft that somebody else saved, published or discarded meanwhile. It overwrites nothing unasked.
import { Dialog } from "../../design/dialog";
import { formatDateTime } from "../shell/times";
import { DifferenceTable } from "./difference-table";
import type { DraftConflict } from "./draft";

type DraftConflictDialogProps = {
  conflict: DraftConflict;
  /** Returns the name of who saved or published something. */
  nameOf: (keyId: string | null) => string;
  onResolve: (record: unknown) => void;
  onTakeTheirs: () => void;
  onClose: () => void;
};

export function DraftConflictDialog({ conflict, nameOf, onResolve, onTakeTheirs, onClose }: DraftConflictDialogProps) {
  const { merged } = conflict;
  return (
    <Dialog
      title="Changed meanwhile"
      isWide
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            Decide later
          </button>
          <button type="button" class="button" onClick={onTakeTheirs} hidden={conflict.kind === "published"}>
            {conflict.kind === "saved" ? "Use the saved draft" : "Use the published record"}
          </button>
          <button
            type="button"
            class={merged === null ? "button button-primary" : "button"}
            onClick={() => onResolve(conflict.mine)}
          >
            Keep only mine
          </button>
          {merged !== null && (
            <button type="button" class="button button-primary" onClick={() => onResolve(merged.record)}>
              Take both changes
            </button>
          )}
        </>
      }
    >
      <div class="stack">
        <p>{whatHappened(conflict, nameOf)}</p>
        <p>{merged === null ? CONTRADICTION : TOGETHER} Buyers see nothing of it until you publish.</p>
        <DifferenceTable theirs={conflict.theirs} mine={conflict.mine} theirsName={THEIRS[conflict.kind]} />
      </div>
    </Dialog>
  );
}

const TOGETHER = "Your changes and theirs do not touch the same places, so both can be taken into the draft.";
const CONTRADICTION =
  "Both sides changed the same place, so you have to choose. To take something over from theirs, choose “Decide later”, change your text, and save again.";
const THEIRS: Record<DraftConflict["kind"], string> = {
  saved: "Saved draft",
  gone: "Published now",
  published: "Published now",
};

function whatHappened({ kind, draft, venue }: DraftConflict, nameOf: (keyId: string | null) => string): string {
  if (kind === "saved" && draft !== null) {
    return `Somebody else saved this draft: ${nameOf(draft.updatedBy)}, at ${formatDateTime(draft.updatedAt)}. Your changes are not saved yet.`;
  }
  const { version, updatedAt } = venue.venue;
  if (kind === "gone") {
    return `Somebody else published or discarded this draft. Version ${version} is published now, since ${formatDateTime(updatedAt)}. Your text is still here; saving it begins a new draft.`;
  }
  return `Version ${version} was published at ${formatDateTime(updatedAt)}, after this draft was begun. The draft does not have its changes yet.`;
}
