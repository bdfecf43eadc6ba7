// The dialog for a record that somebody else saved meanwhile. It shows both versions and the choices.

import { Dialog } from "../../design/dialog";
import { formatDateTime } from "../shell/times";
import { DifferenceTable } from "./difference-table";
import { recordOf, type StoredVenue } from "./record";

export function ConflictDialog(props: {
  theirs: StoredVenue;
  mine: unknown;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}) {
  const { venue } = props.theirs;
  return (
    <Dialog
      title="Changed meanwhile"
      isWide
      onClose={props.onClose}
      footer={
        <>
          <button type="button" class="button" onClick={props.onClose}>
            Decide later
          </button>
          <button type="button" class="button" onClick={props.onTakeTheirs}>
            Use the saved version
          </button>
          <button type="button" class="button button-primary" onClick={props.onKeepMine}>
            Overwrite with mine
          </button>
        </>
      }
    >
      <div class="stack">
        <p>
          Somebody saved version {venue.version} of this record at {formatDateTime(venue.updatedAt)}, after you opened
          it. Your changes are not saved yet.
        </p>
        <DifferenceTable theirs={recordOf(venue)} mine={props.mine} theirsName="Saved now" />
      </div>
    </Dialog>
  );
}
