// The record tab: the record as JSON, with help for the member at the cursor and the map beside it.
import type { Client, Fault } from "@seatpreview/client";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { ErrorIcon, SearchIcon, WarningIcon } from "../../design/icons";
import type { Plan } from "../../plan/plan";
import { VenueMap } from "../../plan/venue-map";
import { type PlacedFault, RecordTextEditor, type TextEditorHandle } from "../record-editor/text-editor";
import { refusalOf } from "../shell/permissions";
import type { CallerInfo } from "../shell/screen-props";
import { useWatched } from "../shell/watched";
import { draftFaults } from "./draft";
import { DraftBar, useIsChanged } from "./draft-bar";
import { DraftPanel } from "./draft-panel";
import type { DraftSaver } from "./draft-saver";
import { memberAt, parsePositions } from "./json-positions";
import type { KeyNames } from "./key-names";
import { draftWarnings, type LabelWarning, warningText } from "./label-warnings";
import { useLivePlan } from "./live-plan";
import { MapToolbar } from "./map-tab";
import { MemberHelp, useApiDocument } from "./member-help";
import type { RecordDocument, TextFault } from "./record-document";
import { WarningList } from "./warning-list";

type RecordTabProps = {
  api: Client;
  caller: CallerInfo;
  saver: DraftSaver;
  nameOf: KeyNames;
  isShown: boolean;
  /** The place that somebody asked for last: another object each time. */
  placeAsked: PlaceAsked | null;
};

/** A place of the record. Without a pointer: where the text is not JSON. */
export type PlaceAsked = { pointer: string | null };

export function RecordTab(props: RecordTabProps) {
  const { caller, saver } = props;
  const { document } = saver;
  const { designer } = document;
  const editor = useRef<TextEditorHandle>(null);
  const answered = useRef<PlaceAsked | null>(null);
  const helpId = useId();
  const [pointer, setPointer] = useState("");
  const [text, updateText] = useShownText(document, props.isShown);
  const stored = useWatched(saver.stored);
  const draft = useWatched(saver.draft);
  const textFault = useWatched(document.textFault);
  const isChanged = useIsChanged(saver);
  const refusal = refusalOf(caller, "putDraft", stored);
  const livePlan = useLivePlan(designer, props.isShown);
  const reference = useApiDocument();
  const faults = useMemo(() => (textFault === null ? draftFaults(draft) : []), [textFault, draft]);
  const found = useMemo(() => draftWarnings(draft), [draft]);
  const marked = useMemo(() => [...faults, ...found.warnings.map(asFault)], [faults, found]);
  const placed = useMemo(() => placedFaults(text, textFault, marked), [text, textFault, marked]);
  const record = useWatched(designer.settled);

  // The map of a large hall is drawn again only when the plan changes, not when the cursor moves.
  const map = useMemo(() => <MapBeside plan={livePlan.plan} />, [livePlan.plan]);

  const showFault = () => {
    if (textFault !== null) editor.current?.select(textFault.at, textFault.at + 1);
  };
  const jump = (to: string) => {
    const current = document.shownText;
    const member = memberAt(parsePositions(current), to);
    if (member !== null) editor.current?.select(member.start, Math.min(member.end, current.length));
  };
  useEffect(() => {
    const asked = props.placeAsked;
    // The text is brought up to date when the tab is shown.
    if (asked === null || asked === answered.current || !props.isShown || text !== document.shownText) return;
    answered.current = asked;
    if (asked.pointer === null) showFault();
    else jump(asked.pointer);
  }, [props.placeAsked, props.isShown, text]);

  return (
    <div class="record-tab">
      <div class="stack">
        <DraftPanel caller={caller} saver={saver} nameOf={props.nameOf} />
        <DraftBar {...props} onShowFault={showFault}>
          <RecordToolbar
            isReadOnly={refusal !== null}
            isJson={textFault === null}
            onFormat={() => {
              document.format();
              updateText();
            }}
            onFind={() => editor.current?.openFind()}
          />
        </DraftBar>
        {faults.length > 0 && (
          <FaultList
            title={faultTitle(faults.length)}
            isWarning
            faults={faults}
            onJump={({ pointer: to }) => jump(to ?? "")}
          />
        )}
        {textFault === null && <WarningList found={found} onJump={jump} />}
        <RecordTextEditor
          handle={editor}
          text={text}
          isUndoable={document.hasReplacedText}
          label="The record as JSON"
          isReadOnly={refusal !== null}
          faults={placed}
          known={() => ({
            document: reference.data ?? null,
            record: designer.settled.value,
            ids: {
              sections: designer.plan.value.sections.map(({ id }) => id),
              categories: designer.plan.value.categories.map(({ id }) => id),
              configurations: designer.plan.value.configurations.map(({ id }) => id),
            },
          })}
          onChange={(read) => document.type(read)}
          onPointer={setPointer}
          onBlur={() => document.readNow()}
        />
        <p class="small soft" id={helpId}>
          Help for the member at the cursor is beside the text. Ctrl+Space shows what can stand there, Tab leaves the
          text.
          {refusal === null && " The designer and the map follow as you type; the service checks what it saves."}
        </p>
      </div>
      <aside class="stack record-side" aria-label="Help and map" tabIndex={0}>
        <div class="card panel">
          <MapToolbar livePlan={livePlan} isChanged={isChanged} isDraft={draft !== null} />
          {map}
        </div>
        <div class="card panel">
          <MemberHelp request={reference} record={record} pointer={pointer} />
        </div>
      </aside>
    </div>
  );
}

function MapBeside({ plan }: { plan: Plan }) {
  if (plan.sections.length === 0) return <p class="soft small">No sections to draw yet.</p>;
  return <VenueMap plan={plan} label="Map of the layout as it is written" />;
}

/** The text that the editor shows. It is written only while the tab is shown. */
function useShownText(document: RecordDocument, isShown: boolean): [text: string, update: () => void] {
  const [text, setText] = useState(() => document.shownText);
  const update = () => setText(document.shownText);
  useEffect(() => {
    if (!isShown) {
      document.readNow();
      return;
    }
    update();
    const ends = [document.designer.settled.watch(update), document.textFault.watch(update)];
    return () => {
      for (const end of ends) end();
    };
  }, [document, isShown]);
  return [text, update];
}

function placedFaults(text: string, textFault: TextFault | null, faults: readonly Fault[]): PlacedFault[] {
  if (textFault !== null) {
    return [{ from: textFault.at, to: textFault.at + 1, detail: textFault.detail, isWarning: false }];
  }
  if (faults.length === 0) return [];
  const positions = parsePositions(text);
  return faults.flatMap(({ pointer, detail }) => {
    const member = memberAt(positions, pointer ?? "");
    if (member === null) return [];
    // A whole section or the whole record is not underlined: its first line is enough.
    const line = text.indexOf("\n", member.start);
    const to = line < 0 ? member.end : Math.min(member.end, line);
    return [{ from: member.start, to, detail, isWarning: true }];
  });
}

function asFault(warning: LabelWarning): Fault {
  return { pointer: warning.pointer, detail: warningText(warning) };
}

function faultTitle(count: number): string {
  const there = count === 1 ? "there is 1 error" : `there are ${count} errors`;
  return `The draft is saved. It cannot be published yet: ${there}.`;
}

type FaultListProps = {
  title: string;
  faults: Fault[];
  /** Whether the text was saved all the same. */
  isWarning?: boolean;
  onJump: (fault: Fault) => void;
};

/** Faults of a record, each with a link to its place in the text. */
function FaultList({ title, faults, isWarning = false, onJump }: FaultListProps) {
  return (
    <div class={`note ${isWarning ? "note-warn" : "note-danger"}`} role={isWarning ? "status" : "alert"}>
      {isWarning ? <WarningIcon /> : <ErrorIcon />}
      <div class="stack-small">
        <p>{title}</p>
        <ul class="plain-list fault-list">
          {faults.map((fault) => (
            <li key={`${fault.pointer} ${fault.detail}`}>
              <button type="button" class="fault-jump" onClick={() => onJump(fault)}>
                {fault.pointer !== undefined && <code>{fault.pointer || "/"}</code>} {fault.detail}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

type RecordToolbarProps = {
  isReadOnly: boolean;
  /** Whether the text is valid JSON, so that it can be formatted. */
  isJson: boolean;
  onFormat: () => void;
  onFind: () => void;
};

/** The buttons above the record's text that are about the text alone. */
function RecordToolbar({ isReadOnly, isJson, onFormat, onFind }: RecordToolbarProps) {
  return (
    <>
      {!isReadOnly && (
        <button type="button" class="button button-small" disabled={!isJson} onClick={onFormat}>
          Format
        </button>
      )}
      <button type="button" class="button button-small" onClick={onFind}>
        <SearchIcon /> Find
      </button>
    </>
  );
}
