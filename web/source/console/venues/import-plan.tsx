// The part of the form for a new venue that reads a file with its plan: choose or drop it, then check what was found.
import type { Client, ImportReport, ReportItem } from "@seatpreview/client";
import { useMemo, useState } from "preact/hooks";
import { UploadIcon } from "../../design/icons";
import { firstSeat } from "../../plan/first-seat";
import { type Plan, PlanIndex, type SeatIds } from "../../plan/plan";
import { locationPosition } from "../../plan/positions";
import { VenueMap } from "../../plan/venue-map";
import { useSeatView } from "../designer/views/use-seat-view";
import { TextField } from "../shell/form-fields";
import { ProblemNotice } from "../shell/problem-notice";
import { useAction } from "../shell/use-request";
import { FileDrop } from "./file-drop";
import { type FoundWarnings, warningsOf } from "./label-warnings";
import { scaledRecord, seatPitchM } from "./scaled-record";
import { shownPlan } from "./shown-plan";
import { WarningList } from "./warning-list";

const PITCH_M_MIN = 0.3;
const PITCH_M_MAX = 5;

/** What was found in a file, at the scale that the person has stated. */
export type FoundPlan = {
  imported: ImportedPlan | null;
  /** The record to create; null while there is none or its scale is at fault. */
  record: Record<string, unknown> | null;
  plan: Plan | null;
  /** Why the map cannot be drawn. */
  planFault: string | null;
  /** The distance between seats in metres, as text; empty if no seat has a position. */
  pitch: string;
  pitchFault: string | null;
  setPitch: (text: string) => void;
  take: (imported: ImportedPlan) => void;
};

export function useFoundPlan(): FoundPlan {
  const [imported, setImported] = useState<ImportedPlan | null>(null);
  const [typed, setPitch] = useState<string | null>(null);
  const asFound = useMemo(() => (imported === null ? null : shownPlan(imported.record)), [imported]);
  const foundM = asFound?.plan == null ? null : seatPitchM(asFound.plan);
  const pitch = typed ?? (foundM === null ? "" : String(Math.round(foundM * 1000) / 1000));
  const wantedM = typed === null ? foundM : Number(typed.replace(",", "."));
  const pitchFault = faultOfPitch(foundM, wantedM);
  const record = useMemo(() => {
    if (imported === null || pitchFault !== null) return null;
    const isScaled = typed !== null && foundM !== null && wantedM !== null && wantedM !== foundM;
    return isScaled ? scaledRecord(imported.record, wantedM / foundM) : imported.record;
  }, [imported, pitchFault, typed === null, wantedM]);
  const read = useMemo(() => (record === null ? asFound : shownPlan(record)), [record, asFound]);
  return {
    imported,
    record,
    plan: read?.plan ?? null,
    planFault: read?.fault ?? null,
    pitch,
    pitchFault,
    setPitch,
    take: (next) => {
      setImported(next);
      setPitch(null);
    },
  };
}

/** The choice of a file, by a button or by dropping it, and its scale once it was read. */
export function ImportFields(props: { api: Client; found: FoundPlan; onImported: (plan: ImportedPlan) => void }) {
  const { api, found, onImported } = props;
  const [refused, setRefused] = useState<string | null>(null);
  const reading = useAction(async (file: File) => {
    const imported = await importFile(api, file);
    found.take(imported);
    onImported(imported);
  });
  const send = (file: File | undefined) => {
    if (file === undefined || reading.isBusy) return;
    const fault = fileFault(file);
    setRefused(fault);
    reading.clearProblem();
    if (fault === null) void reading.run(file);
  };
  return (
    <>
      <FileDrop class="drop import-drop" isDisabled={reading.isBusy} onFiles={([file]) => send(file)}>
        <label class="button drop-choose">
          <UploadIcon /> Choose a file
          <input
            class="visually-hidden"
            type="file"
            accept={FILE_ENDINGS}
            disabled={reading.isBusy}
            onChange={(event) => {
              send(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <p class="soft small">
          Or drop it here: a plan of pretix, a chart of seats.io, an SVG drawing, a table (CSV, XLSX), GeoJSON, or a
          record of Seat Preview. Nothing is stored before you create the venue.
        </p>
      </FileDrop>
      <p role="status" class="small">
        {reading.isBusy ? "Reading the file…" : statusText(found.imported)}
      </p>
      {refused !== null && (
        <p class="note note-danger" role="alert">
          {refused}
        </p>
      )}
      <ProblemNotice problem={reading.problem} />
      {found.pitch !== "" && found.imported !== null && (
        <TextField
          label="Distance between seats"
          help="In metres, from the middle of a seat to the middle of the next. Another distance scales the whole plan."
          value={found.pitch}
          onValue={found.setPitch}
          faults={found.pitchFault === null ? [] : [found.pitchFault]}
        />
      )}
    </>
  );
}

/** What was found in the file: on the map, from a seat, and in the words of the report. */
export function FoundInFile({ found }: { found: FoundPlan }) {
  const { imported, plan } = found;
  const [picked, setPicked] = useState<SeatIds | null>(null);
  if (imported === null) return null;
  const seat = picked !== null && plan !== null && isIn(plan, picked) ? picked : firstSeat(plan);
  const spot = seat === null || plan === null ? null : new PlanIndex(plan).locate(seat.section, seat.row, seat.seat);
  return (
    <aside class="card panel stack" aria-label="What was found in the file">
      {found.planFault !== null && <p class="note note-warn">The map cannot be drawn: {found.planFault}</p>}
      {plan !== null && (
        <>
          <VenueMap
            plan={plan}
            label="Map of the imported plan"
            selected={seat}
            place={spot === null ? null : locationPosition(plan, spot)}
            onPick={(section, row, name) => setPicked({ section, row, seat: name })}
          />
          <ViewFromSeat plan={plan} seat={seat} />
        </>
      )}
      <Report report={imported.report} />
      <WarningList found={warningsOf(imported)} />
    </aside>
  );
}

function Report({ report }: { report: ImportReport }) {
  return (
    <div class="stack-small">
      <p>
        {report.seats.toLocaleString()} of {report.seatsInFile.toLocaleString()} seats in the file were taken.
      </p>
      <ReportList title="Taken" items={report.taken} none="Nothing." />
      <ReportList title="Inferred: please check" items={report.inferred} none="Nothing had to be inferred." />
      <ReportList title="Left out" items={report.leftOut} none="Nothing was left out." />
    </div>
  );
}

function ReportList({ title, items, none }: { title: string; items: readonly ReportItem[]; none: string }) {
  return (
    <section aria-label={title}>
      <h2 class="import-list-title">{title}</h2>
      {items.length === 0 ? (
        <p class="soft small">{none}</p>
      ) : (
        <ul class="import-list">
          {items.map(({ text, count, example }) => (
            <li key={text}>
              {text} <span class="badge">{count.toLocaleString()}</span>
              {example !== null && example !== "" && <span class="soft small"> For example: {example}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function statusText(imported: ImportedPlan | null): string {
  return imported === null ? "" : `“${imported.fileName}” was read. Check what was found, then create the venue.`;
}

function faultOfPitch(foundM: number | null, wantedM: number | null): string | null {
  if (foundM === null || wantedM === null) return null;
  if (wantedM >= PITCH_M_MIN && wantedM <= PITCH_M_MAX) return null;
  return `must be a number of metres from ${PITCH_M_MIN} to ${PITCH_M_MAX}`;
}

function isIn(plan: Plan, { section, row, seat }: SeatIds): boolean {
  return new PlanIndex(plan).locate(section, row, seat) !== null;
}

type ImportedPlan = {
  fileName: string;
  record: Record<string, unknown>;
  report: ImportReport;
} & FoundWarnings;

/** The endings of files that can be read. Their content tells the format. */
const FILE_ENDINGS = ".json,.geojson,.csv,.tsv,.txt,.xlsx,.svg";

const FILE_BYTES_MAX = 32 * 2 ** 20;

/** Returns why a file is not sent at all; null if it can be sent. */
function fileFault({ name, size }: File): string | null {
  if (size === 0) return `“${name}” is empty. Choose a file with a seating plan.`;
  if (size <= FILE_BYTES_MAX) return null;
  return `“${name}” is too large: at most 32 MB are taken. Export only the seating plan, without pictures.`;
}

/** Throws a `Problem` if the file cannot be read. */
async function importFile(api: Client, file: File): Promise<ImportedPlan> {
  return { fileName: file.name, ...(await api.venues.importFile(file, { name: file.name })) };
}

/** The drawn view from a seat of a plan that is not stored, by the same drawing as in the viewer. */
function ViewFromSeat({ plan, seat }: { plan: Plan; seat: SeatIds | null }) {
  const { frame, isShown, fault } = useSeatView(plan, seat);
  return (
    <figure class="view-from-seat">
      <div ref={frame} class="view-from-seat-frame" hidden={!isShown} />
      <figcaption class="soft small">
        {isShown && seat !== null && `The view from ${nameOf(seat)}. Pick another seat on the map.`}
        {!isShown && fault === null && "Pick a seat on the map to see the view from it."}
        {fault !== null && `The view cannot be drawn here: ${fault} Create the venue to see it in the viewer.`}
      </figcaption>
    </figure>
  );
}

function nameOf({ section, row, seat }: SeatIds): string {
  return [section, row, seat].filter((part) => part !== null).join(" · ");
}
