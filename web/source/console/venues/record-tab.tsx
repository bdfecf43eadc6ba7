// The record tab: the record as JSON, with help for the member at the caret and the map beside it.

import type { Client, Fault } from "@seatpreview/client";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import { VenueMap } from "../../plan/venue-map";
import { refusalOf } from "../shell/permissions";
import { ProblemNotice } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import { showToast } from "../shell/toasts";
import { ConflictDialog } from "./conflict-dialog";
import { draftFaults, type StoredDraft } from "./draft";
import { DraftConflictDialog } from "./draft-conflict-dialog";
import { DraftPanel } from "./draft-panel";
import { FaultList } from "./fault-list";
import { JsonEditor, type JsonEditorHandle } from "./json-editor";
import { type JsonPositions, lineNumberAt, memberAt, parsePositions, pointerAt } from "./json-positions";
import { useKeyNames } from "./key-names";
import { type LivePlan, useDebounced } from "./live-plan";
import { MapToolbar } from "./map-tab";
import { MemberHelp } from "./member-help";
import { PublishDialog } from "./publish-dialog";
import { formatRecord, recordOf, type StoredVenue } from "./record";
import { RecordToolbar } from "./record-toolbar";
import { useDraft } from "./use-draft";
import { useSaveRecord } from "./use-save-record";

const PAUSE_MS = 200;

export function RecordTab(props: {
  api: Client;
  caller: CallerInfo;
  stored: StoredVenue;
  onStored: (stored: StoredVenue) => void;
  draft: StoredDraft | null;
  onDraft: (draft: StoredDraft | null) => void;
  text: string;
  onText: (text: string) => void;
  /** The text as it was saved last: of the draft, if there is one, and of the published record otherwise. */
  savedText: string;
  livePlan: LivePlan;
}) {
  const { text, onText, savedText, draft } = props;
  const refusal = refusalOf(props.caller, "replaceVenue", props.stored);
  const editor = useRef<JsonEditorHandle>(null);
  const [caret, setCaret] = useState(0);
  const debounced = useDebounced(text, PAUSE_MS);
  const positions = useMemo(() => parsePositions(debounced), [debounced]);
  const record = useMemo(() => parsed(debounced), [debounced]);
  const helpId = useId();
  const isChanged = text !== savedText;
  const saving = useSaveRecord(
    props.api,
    props.stored,
    props.onStored,
    (saved) => {
      onText(textOf(saved));
      showToast("The record was published");
    },
    (theirs) => onText(textOf(theirs)),
  );
  const drafting = useDraft(props);
  const nameOf = useKeyNames(props.api, props.caller, props.stored.venue.tenantId);
  const [published, setPublished] = useState<StoredDraft | null>(null);
  const problem = saving.save.problem ?? drafting.save.problem;
  const isBusy = saving.save.isBusy || drafting.save.isBusy;
  const clearProblems = () => {
    saving.save.clearProblem();
    drafting.save.clearProblem();
  };
  const hasDraftFaults = problem === undefined && draft !== null && draft.faults.length > 0;
  const faults = useMemo(() => faultsOf(positions, problem?.errors ?? draftFaults(draft)), [positions, problem, draft]);
  const lines = useMemo(() => linesOf(debounced, positions, faults), [debounced, positions, faults]);

  const jump = (pointer: string) => {
    // Positions are parsed with a delay, so they are parsed again here if the text has changed since.
    const member = memberAt(debounced === text ? positions : parsePositions(text), pointer);
    if (member !== null) editor.current?.select(member.start, Math.min(member.end, text.length));
  };
  /** Does something with the record that is written, or shows where the text is not JSON. */
  const withRecord = (act: (record: unknown) => void) => {
    clearProblems();
    if (positions.fault !== null && debounced === text)
      editor.current?.select(positions.fault.at, positions.fault.at + 1);
    else if (parsed(text) !== undefined) act(parsed(text));
  };
  const publish = (written: unknown) => {
    if (draft === null) void saving.save.run(written);
    else if (isChanged) void drafting.save.run(written, setPublished);
    else setPublished(draft);
  };

  return (
    <div class="record-tab">
      <div class="stack">
        {draft !== null && (
          <DraftPanel
            {...props}
            venue={props.stored.venue}
            draft={draft}
            nameOf={nameOf}
            saving={drafting}
            isChanged={isChanged}
            written={() => parsed(text) ?? draft.record}
            onUpdate={() => withRecord((written) => void drafting.explain.run(written))}
          />
        )}
        <RecordToolbar
          isChanged={isChanged}
          isBusy={isBusy}
          isDraft={draft !== null}
          refusal={refusal}
          isJson={record !== undefined}
          onPublish={() => withRecord(publish)}
          onSaveDraft={() => withRecord((written) => void drafting.save.run(written))}
          onDiscard={() => {
            onText(savedText);
            clearProblems();
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
            title={faultTitle(faults.length, hasDraftFaults)}
            isWarning={hasDraftFaults}
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
          <MapToolbar livePlan={props.livePlan} isChanged={isChanged} isDraft={draft !== null} />
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
      {drafting.conflict !== null && (
        <DraftConflictDialog
          conflict={drafting.conflict}
          nameOf={nameOf}
          onResolve={drafting.resolve}
          onTakeTheirs={drafting.takeTheirs}
          onClose={drafting.dismissConflict}
        />
      )}
      {published !== null && (
        <PublishDialog
          api={props.api}
          venueId={props.stored.venue.venueId}
          draft={published}
          onPublished={drafting.finishPublish}
          onOutdated={() => {
            setPublished(null);
            void drafting.explain.run(parsed(text) ?? published.record);
          }}
          onClose={() => setPublished(null)}
        />
      )}
    </div>
  );
}

/** The text of the record as the API has stored it. */
function textOf({ venue }: StoredVenue): string {
  return formatRecord(recordOf(venue));
}

/** Faults are hidden while the text is not JSON, since their pointers cannot be found. */
function faultsOf(positions: JsonPositions, faults: readonly Fault[]): Fault[] {
  return positions.fault === null ? [...faults] : [];
}

function faultTitle(count: number, isSaved: boolean): string {
  const there = count === 1 ? "there is 1 error" : `there are ${count} errors`;
  return isSaved ? `The draft is saved. It cannot be published yet: ${there}.` : `Not saved: ${there}.`;
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
