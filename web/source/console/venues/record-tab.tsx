// The record tab: the record as JSON, with help for the member at the caret and the map beside it.
import { useId, useMemo, useRef, useState } from "preact/hooks";

import type { ApiProblem, Client, Fault } from "../../api/client";
import { ErrorIcon, SearchIcon } from "../../design/icons";
import { VenueMap } from "../../plan/venue-map";
import { Trouble } from "../shell/problem-notice";
import { say } from "../shell/toasts";
import { Conflict } from "./conflict-dialog";
import { Editor, type EditorHandle } from "./json-editor";
import { lineOf, memberAt, type Places, placesOf, pointerAt } from "./json-positions";
import { type Followed, useSettled } from "./live-plan";
import { MapBar } from "./map-tab";
import { MemberHelp } from "./member-help";
import { recordOf, type Stored, written } from "./record";
import { useSaving } from "./use-save-record";

const PAUSE_MS = 200;

export function RecordTab(props: {
  api: Client;
  stored: Stored;
  onStored: (stored: Stored) => void;
  isOwner: boolean;
  text: string;
  onText: (text: string) => void;
  storedText: string;
  followed: Followed;
}) {
  const { text, onText, storedText, isOwner } = props;
  const editor = useRef<EditorHandle>(null);
  const [caret, setCaret] = useState(0);
  const settled = useSettled(text, PAUSE_MS);
  const places = useMemo(() => placesOf(settled), [settled]);
  const record = useMemo(() => parsed(settled), [settled]);
  const helpId = useId();
  const isChanged = text !== storedText;
  const saving = useSaving(
    props.api,
    props.stored,
    props.onStored,
    (saved) => {
      onText(textOf(saved));
      say("The record was saved");
    },
    (theirs) => onText(textOf(theirs)),
  );
  const { problem, isBusy } = saving.doing;
  const faults = useMemo(() => faultsOf(places, problem), [places, problem]);
  const lines = useMemo(() => linesOf(settled, places, faults), [settled, places, faults]);

  const jump = (pointer: string) => {
    // What is being typed is read a moment later; who jumps meanwhile must not land where it was.
    const member = memberAt(settled === text ? places : placesOf(text), pointer);
    if (member !== null) editor.current?.select(member.start, Math.min(member.end, text.length));
  };
  const save = () => {
    if (places.fault !== null && settled === text) editor.current?.select(places.fault.at, places.fault.at + 1);
    else if (parsed(text) !== undefined) void saving.doing.run(parsed(text));
  };

  return (
    <div class="record-tab">
      <div class="stack">
        <div class="row">
          <button
            type="button"
            class="button button-primary"
            disabled={!isChanged || isBusy || !isOwner}
            onClick={save}
          >
            Save
          </button>
          <button
            type="button"
            class="button"
            disabled={!isChanged || isBusy}
            onClick={() => {
              onText(storedText);
              saving.doing.forget();
            }}
          >
            Discard changes
          </button>
          <button
            type="button"
            class="button"
            disabled={record === undefined}
            onClick={() => onText(written(parsed(text) ?? record))}
          >
            Format
          </button>
          <button type="button" class="button" onClick={() => editor.current?.openFind()}>
            <SearchIcon /> Find
          </button>
          <span class="small soft" role="status">
            {isOwner ? (isChanged ? "Not saved yet." : "Saved.") : "Granted to you: its owner edits it."}
          </span>
        </div>
        {problem !== undefined && problem.errors.length === 0 && <Trouble problem={problem} />}
        {places.fault !== null && (
          <FaultList
            title="The text is not JSON yet"
            faults={[{ detail: `Line ${lineOf(settled, places.fault.at)}: ${places.fault.detail}` }]}
            onJump={() => editor.current?.select(places.fault?.at ?? 0, (places.fault?.at ?? 0) + 1)}
          />
        )}
        {faults.length > 0 && (
          <FaultList
            title={
              faults.length === 1
                ? "Not saved: one place needs a change."
                : `Not saved: ${faults.length} places need a change.`
            }
            faults={faults}
            onJump={(fault) => jump(fault.pointer ?? "")}
          />
        )}
        <Editor
          handle={editor}
          text={text}
          onText={onText}
          onCaret={setCaret}
          faultyLines={lines}
          isReadOnly={!isOwner}
          label="The record as JSON"
          describedBy={helpId}
        />
        <p class="small soft" id={helpId}>
          Help for the member at the caret is beside the text. The map follows the layout as it is written; the service
          has the last word when it is saved.
        </p>
      </div>
      <aside class="stack record-side" aria-label="Help and map" tabIndex={0}>
        <div class="card panel">
          <MapBar followed={props.followed} isChanged={isChanged} />
          {props.followed.plan.sections.length === 0 ? (
            <p class="soft small">No sections to draw yet.</p>
          ) : (
            <VenueMap plan={props.followed.plan} label="Map of the layout as it is written" />
          )}
        </div>
        <div class="card panel">
          <MemberHelp api={props.api} record={record} pointer={pointerAt(places, caret)} />
        </div>
      </aside>
      {saving.conflict !== null && (
        <Conflict
          {...saving.conflict}
          onKeepMine={saving.keepMine}
          onTakeTheirs={saving.takeTheirs}
          onClose={saving.later}
        />
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

/** The API answers a record in its own words: what is shown is what is stored. */
function textOf({ venue }: Stored): string {
  return written(recordOf(venue));
}

/** While the text is not JSON, the answer of the last attempt points nowhere. */
function faultsOf(places: Places, problem: ApiProblem | undefined): Fault[] {
  return places.fault === null ? [...(problem?.errors ?? [])] : [];
}

function linesOf(text: string, places: Places, faults: Fault[]): ReadonlySet<number> {
  const offsets = faults.flatMap((fault) => memberAt(places, fault.pointer ?? "")?.start ?? []);
  if (places.fault !== null) offsets.push(places.fault.at);
  return new Set(offsets.map((offset) => lineOf(text, offset)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
