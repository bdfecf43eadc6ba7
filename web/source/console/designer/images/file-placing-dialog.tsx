// The table of what each of many files will be for. What does not fit is listed with the reason, and can be chosen by
// hand or left out. Nothing is uploaded or written before it is confirmed.
import { useState } from "preact/hooks";
import { Confirm } from "../../../design/dialog";
import { WarningIcon } from "../../../design/icons";
import type { Plan } from "../../../plan/plan";
import { TextField } from "../../shell/form-fields";
import { ScrollRegion } from "../../shell/scroll-region";
import { type PlannedFile, plannedFiles, plannedText } from "./file-placing";
import { SeatChoice } from "./seat-choice";

type FilePlacingDialogProps = {
  plan: Plan;
  paths: readonly string[];
  /** Whether the files are still to be uploaded. */
  isUpload: boolean;
  onPlace: (planned: readonly PlannedFile[]) => void;
  onClose: () => void;
};

export function FilePlacingDialog({ plan, paths, isUpload, onPlace, onClose }: FilePlacingDialogProps) {
  const [pattern, setPattern] = useState("");
  const [files, setFiles] = useState(() => plannedFiles(plan, paths, ""));
  const [open, setOpen] = useState<string | null>(null);
  const placed = files.filter(({ covers }) => covers !== null).length;
  const refused = files.filter(({ reason }) => reason !== null).length;
  const read = (written: string) => {
    setPattern(written);
    setFiles(plannedFiles(plan, paths, written));
  };
  const change = (path: string, covers: PlannedFile["covers"]) =>
    setFiles((before) =>
      before.map((file) => (file.path === path ? { ...file, covers, reason: null, isByHand: true } : file)),
    );
  // Those that need a person come first.
  const ordered = [...files.filter(({ reason }) => reason !== null), ...files.filter(({ reason }) => reason === null)];
  return (
    <Confirm
      title="What the files are for"
      action={actionText(placed, files.length, isUpload)}
      isDanger={false}
      isWide
      isBusy={!isUpload && placed === 0}
      onConfirm={() => onPlace(files)}
      onClose={onClose}
    >
      <p class="small">
        Read from their names: <code>107-K-9.jpg</code> is seat 9 in row K of section 107, <code>106_G-J.jpg</code> rows
        G to J of section 106, <code>Box 1.jpg</code> the whole Box 1. Where the camera stood is assumed: at the seat,
        or in the middle of the rows. And that it looked straight at the stage: check that image by image afterwards.
      </p>
      <TextField
        label="Pattern"
        help="Only if the names follow another form. For example {section}/row {row}.jpg"
        isOptional
        isMono
        value={pattern}
        onValue={read}
      />
      {refused > 0 && (
        <div class="note note-warn" role="status">
          <WarningIcon />
          <p>
            {refused === 1 ? "1 file does" : `${refused} files do`} not say what {refused === 1 ? "it is" : "they are"}{" "}
            for. Choose it by hand, or leave {refused === 1 ? "it" : "them"} out
            {isUpload && ": such a file is uploaded only"}.
          </p>
        </div>
      )}
      <ScrollRegion label="Files" class="file-plans">
        <table class="table">
          <thead>
            <tr>
              <th>File</th>
              <th>For</th>
              <th>
                <span class="visually-hidden">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {ordered.map((file) => (
              <tr key={file.path}>
                <td>
                  <code>{file.path}</code>
                </td>
                <td>
                  {open === file.path ? (
                    <SeatChoice
                      plan={plan}
                      covers={file.covers}
                      none="Leave out"
                      onCovers={(covers) => change(file.path, covers)}
                    />
                  ) : (
                    plannedText(plan, file)
                  )}
                  {file.reason !== null && <p class="small upload-fault">{sentence(file.reason)}</p>}
                </td>
                <td>
                  <button
                    type="button"
                    class="button button-small"
                    aria-label={open === file.path ? `Close ${file.path}` : `Choose for ${file.path}`}
                    onClick={() => setOpen(open === file.path ? null : file.path)}
                  >
                    {open === file.path ? "Done" : "Choose"}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Confirm>
  );
}

function actionText(placed: number, all: number, isUpload: boolean): string {
  const place = `${placed === 1 ? "place 1 image" : `place ${placed} images`}`;
  if (!isUpload) return `P${place.slice(1)}`;
  return placed === 0 ? `Upload ${all}, place none` : `Upload ${all}, ${place}`;
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
