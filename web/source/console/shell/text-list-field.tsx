// A form field for a list of short texts. Several texts can be pasted at once, and faults are shown at their text.
import { useId, useLayoutEffect, useRef } from "preact/hooks";

import { CloseIcon, PlusIcon } from "../../design/icons";
import { FieldFaults, fieldAttributes } from "./form-fields";

type TextListFieldProps = {
  label: string;
  help: string;
  texts: string[];
  onTexts: (lines: string[]) => void;
  /** The faults of the list as a whole. */
  faults: string[];
  faultsAt: (line: number) => string[];
  placeholder: string;
  /** The name of one item, such as "origin". */
  itemName: string;
  isDisabled?: boolean;
};

export function TextListField(props: TextListFieldProps) {
  const { label, help, texts, onTexts, faults, faultsAt, placeholder, itemName, isDisabled = false } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const focusOn = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (focusOn.current === null) return;
    const inputs = list.current?.querySelectorAll<HTMLElement>("input");
    const target = inputs?.[Math.min(focusOn.current, inputs.length - 1)];
    (target ?? list.current?.querySelector<HTMLElement>(".lines-add"))?.focus();
    focusOn.current = null;
  }, [texts]);

  const insert = (at: number, added: string[], removed: number) => {
    focusOn.current = at + added.length - 1;
    onTexts(texts.toSpliced(at, removed, ...added));
  };
  const remove = (at: number) => {
    focusOn.current = Math.max(0, at - 1);
    onTexts(texts.toSpliced(at, 1));
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
        {texts.map((line, at) => (
          <div class="field" key={at}>
            <div class="line">
              <input
                {...fieldAttributes(`${id}-${at}`, false, faultsAt(at).length > 0)}
                class="input mono"
                aria-label={`${label}, ${itemName} ${at + 1}`}
                value={line}
                placeholder={placeholder}
                autocomplete="off"
                autocapitalize="off"
                spellcheck={false}
                onInput={(event) => onTexts(texts.with(at, event.currentTarget.value))}
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
                aria-label={`Remove ${itemName} ${at + 1}${line === "" ? "" : `: ${line}`}`}
                onClick={() => remove(at)}
              >
                <CloseIcon />
              </button>
            </div>
            <FieldFaults id={`${id}-${at}-faults`} faults={faultsAt(at)} />
          </div>
        ))}
        <button type="button" class="button button-small lines-add" onClick={() => insert(texts.length, [""], 0)}>
          <PlusIcon /> Add {itemName}
        </button>
      </div>
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </fieldset>
  );
}
