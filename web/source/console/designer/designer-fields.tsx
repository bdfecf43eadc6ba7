// Fields of the designer. What is typed shows on the canvas at once, and is one step to undo when the field is left.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { WordsFault } from "../../layout-edits/name-words";
import type { RecordEdit } from "../../layout-edits/record-edit";
import type { Json } from "../../layouts/written-json";
import { Field, Suggestions } from "../shell/form-fields";
import type { Designer } from "./designer";

type LiveProps = {
  designer: Designer;
  label: string;
  help?: string;
  /** What the button to undo it says: "Change the number of seats". */
  title: string;
};

type LiveTextProps = LiveProps & {
  /** Null: what is selected differs. */
  value: string | null;
  /** Returns the change that a text means. Throws `WordsFault` with the reason why it means none. */
  edit: (text: string) => RecordEdit;
  suggestions?: readonly string[];
  /** Shows nothing before the field is left: for names by which something is found. */
  isLate?: boolean;
  placeholder?: string;
};

export function LiveText(props: LiveTextProps) {
  const { suggestions = [] } = props;
  const live = useLiveEdit(props.designer, props.title, props.edit, props.isLate ?? false);
  const listId = useId();
  return (
    <LiveInput {...props} live={live} shown={props.value ?? ""}>
      {(attributes) => (
        <>
          <input {...attributes} {...(suggestions.length === 0 ? {} : { list: listId })} />
          {suggestions.length > 0 && <Suggestions id={listId} suggestions={suggestions.map((value) => ({ value }))} />}
        </>
      )}
    </LiveInput>
  );
}

type NumberBounds = { min: number; max: number; step: number; isWhole?: boolean };

type LiveNumberProps = LiveProps &
  NumberBounds & {
    /** Null: what is selected differs, or nothing is stated. */
    value: number | null;
    edit: (value: number) => RecordEdit;
    placeholder?: string;
  };

export function LiveNumber(props: LiveNumberProps) {
  const { value, edit, step } = props;
  const live = useLiveEdit(props.designer, props.title, (text) => edit(numberFrom(text, props)), false);
  const onKeyDown = (event: JSX.TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const by = (event.key === "ArrowUp" ? step : -step) * (event.shiftKey ? 10 : 1);
    live.type(formatNumber(stepped(live.draft ?? formatNumber(value ?? 0), by, props)));
  };
  return (
    <LiveInput {...props} live={live} shown={value === null ? "" : formatNumber(value)} onKeyDown={onKeyDown}>
      {(attributes) => <input {...attributes} inputMode={props.isWhole === true ? "numeric" : "decimal"} />}
    </LiveInput>
  );
}

type LiveSelectProps<V extends string> = LiveProps & {
  value: V | null;
  choices: readonly { value: V; text: string }[];
  edit: (value: V) => RecordEdit;
};

export function LiveSelect<V extends string>(props: LiveSelectProps<V>) {
  const { designer, label, help, title, value, choices, edit } = props;
  const [fault, setFault] = useState<string | null>(null);
  const choose = (chosen: V) => setFault(tried(designer, () => edit(chosen), title));
  return (
    <Field label={label} {...(help === undefined ? {} : { help })} faults={fault === null ? [] : [fault]}>
      {(attributes) => (
        <select
          {...attributes}
          class="input"
          value={value ?? ""}
          onChange={(event) => choose(event.currentTarget.value as V)}
        >
          {value === null && <option value="">different</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A part of the panel that can be folded. Its line says what is true now. */
export function FormGroup(props: { title: string; now?: string; isOpen?: boolean; children: ComponentChildren }) {
  return (
    <details class="form-group" open={props.isOpen ?? false}>
      <summary>
        <h3>{props.title}</h3>
        {props.now !== undefined && <span class="soft small">{props.now}</span>}
      </summary>
      <div class="field-pairs">{props.children}</div>
    </details>
  );
}

/** Makes a change one step. Returns the reason why it cannot be made; null if it was. */
export function tried(designer: Designer, edit: () => RecordEdit, title: string): string | null {
  const reason = shown(designer, edit);
  if (reason === null) designer.settle(title);
  return reason;
}

/** A number as it is typed and read: 0.85, with at most three decimals. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000 + 0);
}

/** Shows a change that is under way. A change after which the plan cannot be drawn is not shown. */
function shown(designer: Designer, edit: () => RecordEdit): string | null {
  const wasDrawn = designer.fault.value === null;
  try {
    designer.show(edit());
  } catch (failure) {
    designer.cancel();
    if (failure instanceof WordsFault) return failure.message;
    throw failure;
  }
  const fault = designer.fault.value;
  if (fault === null || !wasDrawn) return null;
  designer.cancel();
  return `This ${fault.detail}.`;
}

type LiveEdit = {
  /** What is in the field while it is edited; null otherwise. */
  draft: string | null;
  fault: string | null;
  type: (text: string) => void;
  leave: () => void;
  giveUp: () => void;
};

function useLiveEdit(designer: Designer, title: string, edit: (text: string) => RecordEdit, isLate: boolean): LiveEdit {
  const [draft, setDraft] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  /** The record that this field shows, as long as nothing else has changed it. */
  const own = useRef<Json | null>(null);
  const settle = () => {
    if (own.current === designer.record.value) designer.settle(title);
    own.current = null;
  };
  // What was typed is kept when the panel shows something else.
  const latest = useRef(settle);
  latest.current = settle;
  useEffect(() => () => latest.current(), []);
  const change = (text: string): string | null => {
    const reason = shown(designer, () => edit(text));
    own.current = reason === null && designer.isChanging ? designer.record.value : null;
    return reason;
  };
  return {
    draft,
    fault,
    type: (text) => {
      setDraft(text);
      setFault(isLate ? null : change(text));
    },
    leave: () => {
      const reason = isLate && draft !== null ? change(draft) : fault;
      setFault(reason);
      if (reason !== null) return;
      settle();
      setDraft(null);
    },
    giveUp: () => {
      if (own.current !== null) designer.cancel();
      own.current = null;
      setDraft(null);
      setFault(null);
    },
  };
}

type InputAttributes = JSX.InputHTMLAttributes<HTMLInputElement>;

type LiveInputProps = {
  label: string;
  help?: string;
  live: LiveEdit;
  shown: string;
  value: unknown;
  placeholder?: string;
  onKeyDown?: (event: JSX.TargetedKeyboardEvent<HTMLInputElement>) => void;
  children: (attributes: InputAttributes) => ComponentChildren;
};

function LiveInput({ label, help, live, shown: text, value, placeholder, onKeyDown, children }: LiveInputProps) {
  return (
    <Field label={label} {...(help === undefined ? {} : { help })} faults={live.fault === null ? [] : [live.fault]}>
      {(attributes) =>
        children({
          ...attributes,
          class: "input",
          value: live.draft ?? text,
          autocomplete: "off",
          spellcheck: false,
          placeholder: placeholder ?? (value === null ? "different" : ""),
          onInput: (event) => live.type(event.currentTarget.value),
          onBlur: live.leave,
          onKeyDown: (event) => {
            if (event.key === "Enter") live.leave();
            else if (event.key === "Escape" && live.draft !== null) {
              event.stopPropagation();
              live.giveUp();
            } else onKeyDown?.(event);
          },
        })
      }
    </Field>
  );
}

function numberFrom(text: string, { min, max, isWhole = false }: NumberBounds): number {
  const value = text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", "."));
  const range = `from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}`;
  if (!Number.isFinite(value) || (isWhole && !Number.isInteger(value))) {
    throw new WordsFault(`Write a ${isWhole ? "whole number" : "number"} ${range}.`);
  }
  if (value < min || value > max) throw new WordsFault(`It must be ${range}.`);
  return value;
}

function stepped(text: string, by: number, { min, max }: NumberBounds): number {
  const value = Number(text.replace(",", "."));
  const next = Math.round(((Number.isFinite(value) ? value : 0) + by) * 1000) / 1000;
  return Math.min(max, Math.max(min, next));
}
