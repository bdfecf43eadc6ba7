// A small form above the canvas for a change that is shown while it is filled in.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import type { RecordEdit } from "../../../layout-edits/record-edit";
import { TextField } from "../../shell/form-fields";
import type { Designer } from "../designer";

type SheetProps = {
  designer: Designer;
  title: string;
  action: string;
  /** What the step is called. */
  step: string;
  /** The change as it is filled in; null while a field is empty or wrong. */
  change: RecordEdit | null;
  onClose: () => void;
  children: ComponentChildren;
};

/** Shows the change on the canvas, and makes it a step when the form is sent. Escape gives it up. */
export function Sheet({ designer, title, action, step, change, onClose, children }: SheetProps) {
  const form = useRef<HTMLFormElement>(null);
  const [titleId, isDone] = [useId(), useRef(false)];
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input, select")?.focus();
    return () => {
      if (!isDone.current) designer.cancel();
    };
  }, []);
  useEffect(() => designer.show(change ?? ((record) => record)), [change]);
  return (
    <form
      ref={form}
      class="bar-sheet card"
      role="dialog"
      aria-labelledby={titleId}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
      onSubmit={(event) => {
        event.preventDefault();
        if (change === null) return;
        designer.show(change);
        designer.settle(step);
        isDone.current = true;
        onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div class="row">
        <button type="button" class="button button-small" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="button button-small button-primary" aria-disabled={change === null}>
          {action}
        </button>
      </div>
    </form>
  );
}

type NumberFieldProps = {
  label: string;
  help?: string;
  value: string;
  onValue: (value: string) => void;
  least: number;
  most: number;
};

/** A number as a person types it, with a fault where it is none or out of its bounds. */
export function NumberField({ label, help, value, onValue, least, most }: NumberFieldProps) {
  const number = numberOf(value, least, most);
  const faults = number === null ? [`Give a number from ${least} to ${most}.`] : [];
  return (
    <TextField
      label={label}
      value={value}
      onValue={onValue}
      inputMode="numeric"
      faults={faults}
      {...(help === undefined ? {} : { help })}
    />
  );
}

/** The number that was typed, with a point or a comma; null if it is none or out of its bounds. */
export function numberOf(typed: string, least: number, most: number): number | null {
  const number = Number(typed.trim().replace(",", "."));
  return typed.trim() !== "" && number >= least && number <= most ? number : null;
}
