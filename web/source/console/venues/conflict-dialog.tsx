// The dialog for a record that somebody else saved meanwhile. It shows both versions and the choices.

import { Dialog } from "../../design/dialog";
import { DataTable } from "../shell/data-table";
import { ScrollRegion } from "../shell/scroll-region";
import { formatDateTime } from "../shell/times";
import { differences, recordOf, type StoredVenue } from "./record";

export function ConflictDialog(props: {
  theirs: StoredVenue;
  mine: unknown;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}) {
  const { venue } = props.theirs;
  const found = differences(recordOf(venue), props.mine);
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
        {found.length === 0 ? (
          <p>Both versions are the same now.</p>
        ) : (
          <ScrollRegion label="Differences">
            <DataTable
              rows={found}
              rowKey={({ pointer }) => pointer}
              columns={[
                { name: "Where", isRowHeader: true, cell: ({ pointer }) => <code>{pointer}</code> },
                { name: "Saved now", cell: ({ theirs }) => <code>{shown(theirs)}</code> },
                { name: "Yours", cell: ({ mine }) => <code>{shown(mine)}</code> },
              ]}
            />
          </ScrollRegion>
        )}
      </div>
    </Dialog>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)} ...` : text;
}
