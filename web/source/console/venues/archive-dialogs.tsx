// The dialogs that copy, archive and delete a venue.
import type { Client } from "@seatpreview/client";
import { useId, useState } from "preact/hooks";
import { Dialog } from "../../design/dialog";
import { ConfirmAction, typedName } from "../shell/confirm-action";
import { CheckField, TextField } from "../shell/form-fields";
import { faultsOf, ProblemNotice } from "../shell/problem-notice";
import { useRepeatableRequest } from "../shell/repeatable-request";
import type { CallerInfo } from "../shell/screen-props";
import { showToast } from "../shell/toasts";
import { forgetUnsavedChanges } from "../shell/unsaved-changes";
import { useAction } from "../shell/use-request";
import { type StoredVenue, storedVenue, type Venue } from "./record";

export type VenueMenuProps = {
  api: Client;
  caller: CallerInfo;
  venue: Venue;
  onStored: (stored: StoredVenue) => void;
  go: (path: string) => void;
};

type VenueDialogProps = VenueMenuProps & { onClose: () => void };

const NAME_LENGTH_MAX = 200;

export function CopyDialog({ api, venue, go, onClose }: VenueDialogProps) {
  const [name, setName] = useState(`${venue.name} (copy)`.slice(0, NAME_LENGTH_MAX));
  const [hasImages, setImages] = useState(true);
  const formId = useId();
  const request = useRepeatableRequest();
  const copying = useAction(async () => {
    const body = { name: name.trim(), images: hasImages };
    const copy = await request.send(body, (options) => api.venues.copy(venue.venueId, body, options));
    showToast(`“${copy.name}” was created`);
    onClose();
    go(`/venues/${copy.venueId}`);
  });
  return (
    <Dialog
      title={`Copy ${venue.name}`}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form={formId} class="button button-primary" disabled={copying.isBusy}>
            Copy
          </button>
        </>
      }
    >
      <form
        id={formId}
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void copying.run();
        }}
      >
        <p>
          The copy has the published record and the same owner. Other names of the venue itself, grants, events,
          versions and a draft are not copied.
        </p>
        <ProblemNotice problem={copying.problem} fieldPointers={["/name"]} />
        <TextField
          label="Name of the copy"
          value={name}
          maxLength={NAME_LENGTH_MAX}
          onValue={setName}
          faults={faultsOf(copying.problem, "/name")}
        />
        <CheckField
          label="Copy the images too"
          help="They follow in the background, a few each second. Without them, the record still names them, and you can upload others under the same names."
          isChecked={hasImages}
          onChecked={setImages}
        />
      </form>
    </Dialog>
  );
}

export function ArchiveDialog({ api, venue, onStored, onClose }: VenueDialogProps) {
  const archive = async () => {
    const archived = storedVenue(await api.venues.archive(venue.venueId));
    showToast("The venue was archived");
    onClose();
    onStored(archived);
  };
  return (
    <ConfirmAction title={`Archive ${venue.name}?`} action="Archive" onClose={onClose} onConfirm={archive}>
      <p>
        Buyers do not see it any more: all its sessions end at once, and shops show no views of it. Nothing about it can
        be changed. Its names, images and grants are kept.
      </p>
      <p>You can bring it back at any time. Shops make new sessions by themselves then.</p>
    </ConfirmAction>
  );
}

export function DeleteDialog({ api, venue, go, onClose }: VenueDialogProps) {
  const remove = async () => {
    await api.venues.delete(venue.venueId, { confirm: venue.name });
    showToast(`“${venue.name}” was deleted`);
    forgetUnsavedChanges();
    go("/venues");
  };
  return (
    <ConfirmAction
      title={`Delete ${venue.name}?`}
      action="Delete for good"
      typedConfirmation={typedName(venue.name)}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        Its record, draft, versions, images, names, grants and events are deleted. Nothing brings them back but a backup
        of the service.
      </p>
    </ConfirmAction>
  );
}
