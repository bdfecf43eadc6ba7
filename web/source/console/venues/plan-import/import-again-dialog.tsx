// The dialog that imports a plan over a venue: what is kept and what is not, before it becomes a step of the draft.
import type { Client } from "@seatpreview/client";
import { Dialog } from "../../../design/dialog";
import type { Json } from "../../../layouts/written-json";
import { showToast } from "../../shell/toasts";
import type { DraftSaver } from "../draft-saver";
import { FoundPlan } from "./found-plan";
import { ImportFields } from "./import-fields";
import { usePlanImport } from "./use-plan-import";

type ImportAgainProps = { api: Client; saver: DraftSaver; onDone: () => void; onClose: () => void };

export function ImportAgainDialog({ api, saver, onDone, onClose }: ImportAgainProps) {
  const { venue } = saver.stored.value;
  const found = usePlanImport(
    api,
    () => {},
    async () => {
      // The plan comes over what is drawn now, and that is what the service has.
      await saver.save();
      if (saver.isChanged)
        throw new Error("Your last changes could not be saved. Save them, and choose the file again.");
      return { over: venue.venueId, draft: saver.draft.value !== null };
    },
  );
  const take = () => {
    if (found.imported === null) return;
    saver.document.designer.replace(found.imported.record as unknown as Json, "Import a plan again");
    showToast("The plan is in the draft");
    onDone();
  };
  return (
    <Dialog
      title={`Import a plan over ${venue.name}`}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            class="button button-primary"
            disabled={found.imported === null || found.working !== null}
            onClick={take}
          >
            Put it into the draft
          </button>
        </>
      }
    >
      <div class="stack">
        <p>
          The seats are those of the plan. Heights, images, aliases and label rules of what is still there are kept, and
          you see what is not before anything changes.
        </p>
        <ImportFields found={found} note="Buyers see nothing of it before you publish the draft." />
        <FoundPlan found={found} />
      </div>
    </Dialog>
  );
}
