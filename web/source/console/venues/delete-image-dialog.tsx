// The dialog that deletes an image. If a draft or kept versions name it, it asks once more.
import type { Client, Problem } from "@seatpreview/client";
import { Confirm } from "../../design/dialog";
import { WarningIcon } from "../../design/icons";
import { ProblemNotice } from "../shell/problem-notice";
import { showToast } from "../shell/toasts";
import { useAction } from "../shell/use-request";
import { joined } from "./changes-in-words";

type DeleteImageDialogProps = {
  api: Client;
  venueId: string;
  name: string;
  onClose: () => void;
  onDeleted: () => void;
};

export function DeleteImageDialog({ api, venueId, name, onClose, onDeleted }: DeleteImageDialogProps) {
  const deleting = useAction(async (force: boolean) => {
    await api.imagery.delete(venueId, name, force ? { force } : {});
    showToast(`${name} was deleted`);
    onDeleted();
  });
  const keepers = keepersOf(deleting.problem);
  return (
    <Confirm
      title="Delete this image?"
      action={keepers === null ? "Delete" : "Delete all the same"}
      isBusy={deleting.isBusy}
      onConfirm={() => void deleting.run(keepers !== null)}
      onClose={onClose}
    >
      <p>
        <code>{name}</code> is deleted permanently. Addresses that were issued before work until they expire.
      </p>
      {keepers === null ? (
        <ProblemNotice problem={deleting.problem} />
      ) : (
        <div class="note note-warn" role="alert">
          <WarningIcon />
          <div class="stack-small">
            <p>It was not deleted yet, because {keepers} it.</p>
            <p>
              You can delete it all the same, for example because it shows people or because its licence has ended. A
              version that names it stays, says that the image is gone, and is restored without it.
            </p>
          </div>
        </div>
      )}
    </Confirm>
  );
}

const VERSIONS_SHOWN_MAX = 8;

/** Returns what names the image, as the beginning of a sentence; null if the problem is another one. */
export function keepersOf(problem: Pick<Problem, "status" | "errors"> | undefined): string | null {
  if (problem?.status !== 409 || problem.errors.length === 0) return null;
  const details = problem.errors.map(({ detail }) => detail);
  const isInDraft = details.some((detail) => detail.startsWith("the draft "));
  const versions = details.flatMap((detail) => /^version (\d+) /.exec(detail)?.[1] ?? []);
  const shown = versions.slice(0, VERSIONS_SHOWN_MAX);
  const rest = versions.length > shown.length ? ["others"] : [];
  const named =
    versions.length === 0 ? [] : [`version${versions.length === 1 ? "" : "s"} ${joined([...shown, ...rest])}`];
  const keepers = [...(isInDraft ? ["the draft"] : []), ...named];
  if (keepers.length === 0) return null;
  return `${keepers.join(" and ")} ${problem.errors.length === 1 ? "names" : "name"}`;
}
