// A list of short texts, one line each: add, remove, paste several at once, faults beside their line.
import { useId, useLayoutEffect, useRef } from "preact/hooks";

import { CloseIcon, PlusIcon } from "../../design/icons";
import { Faults, partsOf } from "./form-fields";

type LinesFieldProps = {
  label: string;
  help: string;
  lines: string[];
  onLines: (lines: string[]) => void;
  /** Of the list as a whole. */
  faults: string[];
  faultsAt: (line: number) => string[];
  placeholder: string;
  /** What one line is called: "origin". */
  unit: string;
  isDisabled?: boolean;
};

export function LinesField(props: LinesFieldProps) {
  const { label, help, lines, onLines, faults, faultsAt, placeholder, unit, isDisabled = false } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const focusOn = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (focusOn.current === null) return;
    const inputs = list.current?.querySelectorAll<HTMLElement>("input");
    const target = inputs?.[Math.min(focusOn.current, inputs.length - 1)];
    (target ?? list.current?.querySelector<HTMLElement>(".lines-add"))?.focus();
    focusOn.current = null;
  }, [lines]);

  const insert = (at: number, added: string[], removed: number) => {
    focusOn.current = at + added.length - 1;
    onLines(lines.toSpliced(at, removed, ...added));
  };
  const remove = (at: number) => {
    focusOn.current = Math.max(0, at - 1);
    onLines(lines.toSpliced(at, 1));
  };
  const paste = (event: ClipboardEvent, at: number) => {
    const texts = (event.clipboardData?.getData("text") ?? "").split(/[\s,]+/).filter(Boolean);
    if (texts.length < 2) return;
    event.preventDefault();
    insert(at, texts, 1);
  };

  return (
    <fieldset class="field fieldset" aria-describedby={`${id}-help`} disabled={isDisabled}>
      <legend class="field-label">{label}</legend>
      <p class="field-help" id={`${id}-help`}>
        {help}
      </p>
      <div class="lines" ref={list}>
        {lines.map((line, at) => (
          <div class="field" key={at}>
            <div class="line">
              <input
                {...partsOf(`${id}-${at}`, false, faultsAt(at).length > 0)}
                class="input mono"
                aria-label={`${label}, ${unit} ${at + 1}`}
                value={line}
                placeholder={placeholder}
                autocomplete="off"
                autocapitalize="off"
                spellcheck={false}
                onInput={(event) => onLines(lines.with(at, event.currentTarget.value))}
                onPaste={(event) => paste(event, at)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
                  event.preventDefault();
                  insert(at + 1, [""], 0);
                }}
              />
              <button
                type="button"
                class="button button-quiet button-small"
                aria-label={`Remove ${unit} ${at + 1}${line === "" ? "" : `: ${line}`}`}
                onClick={() => remove(at)}
              >
                <CloseIcon />
              </button>
            </div>
            <Faults id={`${id}-${at}-faults`} faults={faultsAt(at)} />
          </div>
        ))}
        <button type="button" class="button button-small lines-add" onClick={() => insert(lines.length, [""], 0)}>
          <PlusIcon /> Add {unit}
        </button>
      </div>
      <Faults id={`${id}-faults`} faults={faults} />
    </fieldset>
  );
}
