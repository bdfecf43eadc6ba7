// A JSON editor: a text area with line numbers, marked faults, and a search that marks what it finds.

import type { Ref } from "preact";
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from "preact/hooks";

import { CloseIcon, DownIcon, UpIcon } from "../../design/icons";
import { marksInView, offsetsOf } from "./found-marks";
import { lineNumberAt } from "./json-positions";

export type JsonEditorHandle = {
  /** Selects a part of the text and scrolls to it. */
  select: (start: number, end: number) => void;
  openFind: () => void;
};

const LINE_PIXELS = 20;

export function JsonEditor(props: {
  handle: Ref<JsonEditorHandle>;
  text: string;
  onText: (text: string) => void;
  onCaret: (offset: number) => void;
  /** Lines with a fault, counted from 1. */
  faultyLines: ReadonlySet<number>;
  isReadOnly: boolean;
  label: string;
  describedBy: string;
}) {
  const { text, onText, onCaret } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLPreElement>(null);
  const [isFinding, setFinding] = useState(false);
  const [search, setSearch] = useState<Search>(NO_SEARCH);
  const [scroll, setScroll] = useState<Scroll>({ left: 0, top: 0, height: 0 });
  const numbers = useMemo(() => numbersOf(text, props.faultyLines), [text, props.faultyLines]);

  const select = (start: number, end: number) => {
    const element = area.current;
    if (element === null) return;
    element.focus();
    element.setSelectionRange(start, end);
    element.scrollTop = Math.max(0, (lineNumberAt(element.value, start) - 1) * LINE_PIXELS - element.clientHeight / 3);
    onCaret(start);
  };
  useImperativeHandle(props.handle, () => ({ select, openFind: () => setFinding(true) }), []);

  const tell = () => onCaret(area.current?.selectionStart ?? 0);
  const follow = () => {
    const element = area.current;
    if (element === null) return;
    if (gutter.current !== null) gutter.current.scrollTop = element.scrollTop;
    if (isFinding) setScroll({ left: element.scrollLeft, top: element.scrollTop, height: element.clientHeight });
  };
  useEffect(follow, [numbers, isFinding]);

  const closeSearch = () => {
    setFinding(false);
    setSearch(NO_SEARCH);
    area.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears keys that bubble from the fields within.
    <div
      class="editor"
      onKeyDown={(event) => {
        if (event.key !== "f" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        setFinding(true);
      }}
    >
      {isFinding && <FindBar text={text} onSearch={setSearch} onSelect={select} onClose={closeSearch} />}
      <div class="editor-body">
        <pre class="editor-lines" ref={gutter} aria-hidden="true">
          {numbers}
        </pre>
        <div class="editor-page">
          {isFinding && <FoundMarks text={text} search={search} scroll={scroll} />}
          <textarea
            ref={area}
            class="editor-text"
            value={text}
            aria-label={props.label}
            aria-describedby={props.describedBy}
            readOnly={props.isReadOnly}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            wrap="off"
            onInput={(event) => {
              onText(event.currentTarget.value);
              tell();
            }}
            onScroll={follow}
            onClick={tell}
            onKeyUp={tell}
          />
        </div>
      </div>
    </div>
  );
}

/** What is searched for: where it was found, how long it is, and which of the places is the current one. */
type Search = { found: readonly number[]; length: number; current: number };
type Scroll = { left: number; top: number; height: number };

const NO_SEARCH: Search = { found: [], length: 0, current: 0 };

/** The marks behind the text. They move with it, and only those in view are drawn. */
function FoundMarks({ text, search, scroll }: { text: string; search: Search; scroll: Scroll }) {
  const first = Math.floor(scroll.top / LINE_PIXELS) - 1;
  const last = Math.ceil((scroll.top + scroll.height) / LINE_PIXELS);
  const marks = marksInView(text, search.found, search.length, search.current, [first, last]);
  return (
    <div class="editor-found" aria-hidden="true">
      <div style={{ transform: `translate(${-scroll.left}px, ${-scroll.top}px)` }}>
        {marks.map(({ line, before, text: found, isCurrent }) => (
          <p key={`${line} ${before.length}`} style={{ top: `${line * LINE_PIXELS}px` }}>
            {before}
            <mark class={isCurrent ? "is-current" : ""}>{found}</mark>
          </p>
        ))}
      </div>
    </div>
  );
}

type FindBarProps = {
  text: string;
  onSearch: (search: Search) => void;
  onSelect: (start: number, end: number) => void;
  onClose: () => void;
};

function FindBar(props: FindBarProps) {
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const found = useMemo(() => offsetsOf(props.text, wanted), [props.text, wanted]);
  const current = Math.min(at, Math.max(found.length - 1, 0));
  useEffect(() => input.current?.focus(), []);
  useEffect(() => props.onSearch({ found, length: wanted.length, current }), [found, wanted, current]);

  const show = (place: number, among: readonly number[], length: number) => {
    setAt(place);
    const start = among[place];
    if (start === undefined) return;
    props.onSelect(start, start + length);
    input.current?.focus();
  };
  const go = (step: number) => show((current + step + found.length) % Math.max(found.length, 1), found, wanted.length);
  return (
    <div
      class="editor-find row"
      role="search"
      onKeyDown={(event) => {
        if (event.key === "Escape") props.onClose();
        else if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
      }}
    >
      <input
        ref={input}
        class="input"
        aria-label="Find in the record"
        placeholder="Find"
        value={wanted}
        onInput={(event) => {
          const { value } = event.currentTarget;
          setWanted(value);
          // The first place is shown as it is typed.
          show(0, offsetsOf(props.text, value), value.length);
        }}
      />
      <span class="small soft" role="status">
        {wanted === "" ? "" : found.length === 0 ? "not found" : `${current + 1} of ${found.length}`}
      </span>
      <button type="button" class="button button-small" aria-label="Previous" onClick={() => go(-1)}>
        <UpIcon />
      </button>
      <button type="button" class="button button-small" aria-label="Next" onClick={() => go(1)}>
        <DownIcon />
      </button>
      <button type="button" class="button button-small button-quiet" aria-label="Close find" onClick={props.onClose}>
        <CloseIcon />
      </button>
    </div>
  );
}

/** The line numbers, with the faulty ones marked. */
function numbersOf(text: string, faulty: ReadonlySet<number>) {
  const count = text.split("\n").length;
  const plain = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `${from + index}\n`).join("");
  const marked = [...faulty].filter((line) => line <= count).sort((one, other) => one - other);
  const parts = [];
  let next = 1;
  for (const line of marked) {
    parts.push(plain(next, line), <mark key={line}>{`${line}\n`}</mark>);
    next = line + 1;
  }
  return [...parts, plain(next, count + 1)];
}
