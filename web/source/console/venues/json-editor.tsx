// A JSON editor: a text area with line numbers, marked faults, and a search.

import type { Ref } from "preact";
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from "preact/hooks";

import { CloseIcon, DownIcon, UpIcon } from "../../design/icons";
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
    if (gutter.current !== null && area.current !== null) gutter.current.scrollTop = area.current.scrollTop;
  };
  useEffect(follow, [numbers]);

  const closeSearch = () => {
    setFinding(false);
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
      {isFinding && <FindBar text={text} onSelect={select} onClose={closeSearch} />}
      <div class="editor-body">
        <pre class="editor-lines" ref={gutter} aria-hidden="true">
          {numbers}
        </pre>
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
  );
}

function FindBar(props: { text: string; onSelect: (start: number, end: number) => void; onClose: () => void }) {
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const found = useMemo(() => offsetsOf(props.text, wanted), [props.text, wanted]);
  useEffect(() => input.current?.focus(), []);

  const go = (step: number) => {
    const [first] = found;
    if (first === undefined) return;
    const next = (at + step + found.length) % found.length;
    setAt(next);
    const start = found[next] ?? first;
    props.onSelect(start, start + wanted.length);
    input.current?.focus();
  };
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
          setWanted(event.currentTarget.value);
          setAt(-1);
        }}
      />
      <span class="small soft" role="status">
        {wanted === "" ? "" : found.length === 0 ? "not found" : `${Math.max(at, 0) + 1} of ${found.length}`}
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

const FOUND_MAX = 2000;

function offsetsOf(text: string, wanted: string): number[] {
  if (wanted === "") return [];
  const [hay, needle] = [text.toLowerCase(), wanted.toLowerCase()];
  const found: number[] = [];
  for (let at = hay.indexOf(needle); at >= 0 && found.length < FOUND_MAX; at = hay.indexOf(needle, at + 1))
    found.push(at);
  return found;
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
