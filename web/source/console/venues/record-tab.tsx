// The record tab: the record as JSON, with help for the member at the caret and the map beside it.

import type { Client, Fault, Problem } from "@seatpreview/client";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import { ErrorIcon, SearchIcon } from "../../design/icons";
import { VenueMap } from "../../plan/venue-map";
import { DiscardButton } from "../shell/discard-button";
import { refusalOf } from "../shell/permissions";
import { Permitted } from "../shell/permitted";
import { ProblemNotice } from "../shell/problem-notice";
import { SAVE_KEYS } from "../shell/save-shortcut";
import type { CallerInfo } from "../shell/screen-props";
import { showToast } from "../shell/toasts";
import { ConflictDialog } from "./conflict-dialog";
import { JsonEditor, type JsonEditorHandle } from "./json-editor";
import { type JsonPositions, lineNumberAt, memberAt, parsePositions, pointerAt } from "./json-positions";
import { type LivePlan, useDebounced } from "./live-plan";
import { MapToolbar } from "./map-tab";
import { MemberHelp } from "./member-help";
import { formatRecord, recordOf, type StoredVenue } from "./record";
import { useSaveRecord } from "./use-save-record";

const PAUSE_MS = 200;

export function RecordTab(props: {
  api: Client;
  caller: CallerInfo;
  stored: StoredVenue;
  onStored: (stored: StoredVenue) => void;
  text: string;
  onText: (text: string) => void;
  storedText: string;
  livePlan: LivePlan;
}) {
  const { text, onText, storedText } = props;
  const refusal = refusalOf(props.caller, "replaceVenue", props.stored);
  const editor = useRef<JsonEditorHandle>(null);
  const [caret, setCaret] = useState(0);
  const debounced = useDebounced(text, PAUSE_MS);
  const positions = useMemo(() => parsePositions(debounced), [debounced]);
  const record = useMemo(() => parsed(debounced), [debounced]);
  const helpId = useId();
  const isChanged = text !== storedText;
  const saving = useSaveRecord(
    props.api,
    props.stored,
    props.onStored,
    (saved) => {
      onText(textOf(saved));
      showToast("The record was saved");
    },
    (theirs) => onText(textOf(theirs)),
  );
  const { problem, isBusy } = saving.save;
  const faults = useMemo(() => faultsOf(positions, problem), [positions, problem]);
  const lines = useMemo(() => linesOf(debounced, positions, faults), [debounced, positions, faults]);

  const jump = (pointer: string) => {
    // Positions are parsed with a delay, so they are parsed again here if the text has changed since.
    const member = memberAt(debounced === text ? positions : parsePositions(text), pointer);
    if (member !== null) editor.current?.select(member.start, Math.min(member.end, text.length));
  };
  const save = () => {
    if (positions.fault !== null && debounced === text)
      editor.current?.select(positions.fault.at, positions.fault.at + 1);
    else if (parsed(text) !== undefined) void saving.save.run(parsed(text));
  };

  return (
    <div class="record-tab">
      <div class="stack">
        <RecordToolbar
          isChanged={isChanged}
          isBusy={isBusy}
          refusal={refusal}
          isJson={record !== undefined}
          onSave={save}
          onDiscard={() => {
            onText(storedText);
            saving.save.clearProblem();
          }}
          onFormat={() => onText(formatRecord(parsed(text) ?? record))}
          onFind={() => editor.current?.openFind()}
        />
        {problem !== undefined && problem.errors.length === 0 && <ProblemNotice problem={problem} />}
        {positions.fault !== null && (
          <FaultList
            title="The text is not valid JSON"
            faults={[{ detail: `Line ${lineNumberAt(debounced, positions.fault.at)}: ${positions.fault.detail}` }]}
            onJump={() => editor.current?.select(positions.fault?.at ?? 0, (positions.fault?.at ?? 0) + 1)}
          />
        )}
        {faults.length > 0 && (
          <FaultList
            title={
              faults.length === 1 ? "Not saved: there is 1 error." : `Not saved: there are ${faults.length} errors.`
            }
            faults={faults}
            onJump={(fault) => jump(fault.pointer ?? "")}
          />
        )}
        <JsonEditor
          handle={editor}
          text={text}
          onText={onText}
          onCaret={setCaret}
          faultyLines={lines}
          isReadOnly={refusal !== null}
          label="The record as JSON"
          describedBy={helpId}
        />
        <p class="small soft" id={helpId}>
          Help for the member at the cursor is beside the text.
          {refusal === null && " The map follows the layout as you type; the service checks it when you save."}
        </p>
      </div>
      <aside class="stack record-side" aria-label="Help and map" tabIndex={0}>
        <div class="card panel">
          <MapToolbar livePlan={props.livePlan} isChanged={isChanged} />
          {props.livePlan.plan.sections.length === 0 ? (
            <p class="soft small">No sections to draw yet.</p>
          ) : (
            <VenueMap plan={props.livePlan.plan} label="Map of the layout as it is written" />
          )}
        </div>
        <div class="card panel">
          <MemberHelp record={record} pointer={pointerAt(positions, caret)} />
        </div>
      </aside>
      {saving.conflict !== null && (
        <ConflictDialog
          {...saving.conflict}
          onKeepMine={saving.keepMine}
          onTakeTheirs={saving.takeTheirs}
          onClose={saving.dismissConflict}
        />
      )}
    </div>
  );
}

type RecordToolbarProps = {
  isChanged: boolean;
  isBusy: boolean;
  /** Why the record can only be read; null if it can be changed. */
  refusal: string | null;
  /** Whether the text is valid JSON, so that it can be formatted. */
  isJson: boolean;
  onSave: () => void;
  onDiscard: () => void;
  onFormat: () => void;
  onFind: () => void;
};

function RecordToolbar({
  isChanged,
  isBusy,
  refusal,
  isJson,
  onSave,
  onDiscard,
  onFormat,
  onFind,
}: RecordToolbarProps) {
  return (
    <div class="row">
      <Permitted refusal={refusal}>
        <button
          type="button"
          class="button button-primary"
          disabled={!isChanged || isBusy}
          aria-keyshortcuts={SAVE_KEYS}
          onClick={onSave}
        >
          Save
        </button>
        <DiscardButton isDisabled={!isChanged || isBusy} onDiscard={onDiscard} />
        <button type="button" class="button" disabled={!isJson} onClick={onFormat}>
          Format
        </button>
      </Permitted>
      <button type="button" class="button" onClick={onFind}>
        <SearchIcon /> Find
      </button>
      {refusal === null && (
        <span class="small soft" role="status">
          {isChanged ? "Not saved yet." : "Saved."}
        </span>
      )}
    </div>
  );
}

function FaultList(props: { title: string; faults: Fault[]; onJump: (fault: Fault) => void }) {
  return (
    <div class="note note-danger" role="alert">
      <ErrorIcon />
      <div class="stack-small">
        <p>{props.title}</p>
        <ul class="plain-list fault-list">
          {props.faults.map((fault) => (
            <li key={`${fault.pointer} ${fault.detail}`}>
              <button type="button" class="fault-jump" onClick={() => props.onJump(fault)}>
                {fault.pointer !== undefined && <code>{fault.pointer || "/"}</code>} {fault.detail}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The text of the record as the API has stored it. */
function textOf({ venue }: StoredVenue): string {
  return formatRecord(recordOf(venue));
}

/** The faults of the last save. They are hidden while the text is not JSON, since their pointers cannot be found. */
function faultsOf(positions: JsonPositions, problem: Problem | undefined): Fault[] {
  return positions.fault === null ? [...(problem?.errors ?? [])] : [];
}

function linesOf(text: string, positions: JsonPositions, faults: Fault[]): ReadonlySet<number> {
  const offsets = faults.flatMap((fault) => memberAt(positions, fault.pointer ?? "")?.start ?? []);
  if (positions.fault !== null) offsets.push(positions.fault.at);
  return new Set(offsets.map((offset) => lineNumberAt(text, offset)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
