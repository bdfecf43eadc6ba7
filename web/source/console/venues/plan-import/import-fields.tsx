// The choice of a file with a plan, by a button or by dropping it.
import { useState } from "preact/hooks";
import { UploadIcon } from "../../../design/icons";
import { ProblemNotice } from "../../shell/problem-notice";
import { ProgressLine } from "../../shell/progress-line";
import { FileDrop } from "../file-drop";
import type { PlanImport } from "./use-plan-import";

/** The endings of files that can be read. Their content tells the format. */
const FILE_ENDINGS = ".json,.geojson,.csv,.tsv,.txt,.xlsx,.svg,.pdf";

const FILE_BYTES_MAX = 32 * 2 ** 20;

const NOTHING_STORED = "Nothing is stored before you create the venue.";

export function ImportFields({ found, note = NOTHING_STORED }: { found: PlanImport; note?: string }) {
  const [refused, setRefused] = useState<string | null>(null);
  const send = (file: File | undefined) => {
    if (file === undefined) return;
    const fault = fileFault(file);
    setRefused(fault);
    if (fault === null) found.take(file);
  };
  return (
    <>
      <FileDrop class="drop import-drop" isDisabled={false} onFiles={([file]) => send(file)}>
        <label class="button drop-choose">
          <UploadIcon /> {found.file === null ? "Choose a file" : "Choose another file"}
          <input
            class="visually-hidden"
            type="file"
            accept={FILE_ENDINGS}
            onChange={(event) => {
              send(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <p class="soft small">
          Or drop it here: a plan of pretix, a chart of seats.io, a drawing (SVG, PDF), a table (CSV, XLSX), GeoJSON, or
          a record of Seat Preview. {note}
        </p>
      </FileDrop>
      {refused !== null && (
        <p class="note note-danger" role="alert">
          {refused}
        </p>
      )}
      {found.imported === null && <ImportProgress found={found} />}
    </>
  );
}

/** What is being done with the file, and why it or an answer was not taken. */
export function ImportProgress({ found }: { found: PlanImport }) {
  return (
    <>
      {found.working !== null && <ProgressLine {...found.working} />}
      <ProblemNotice problem={found.problem} />
    </>
  );
}

/** Returns why a file is not sent at all; null if it can be sent. */
function fileFault({ name, size }: File): string | null {
  if (size === 0) return `“${name}” is empty. Choose a file with a seating plan.`;
  if (size <= FILE_BYTES_MAX) return null;
  return `“${name}” is too large: at most 32 MB are taken. Export only the seating plan, without pictures.`;
}
