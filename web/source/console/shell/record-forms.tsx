// The frames of the forms that create and change a record: what was refused, the fields, and the buttons below them.
import type { Problem } from "@seatpreview/client";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { DiscardButton } from "./discard-button";
import { Refusal } from "./permitted";
import { ProblemNotice } from "./problem-notice";
import { hashOf } from "./route";
import { SAVE_KEYS } from "./save-shortcut";

type RecordFormProps = {
  problem: Problem | undefined;
  /** The members that have a field of their own, which shows its faults. */
  pointers: string[];
  onSubmit: () => void;
  /** What stands above the fields, before and after what was refused. */
  head?: ComponentChildren;
  notice?: ComponentChildren;
  children: ComponentChildren;
};

function RecordForm({ problem, pointers, onSubmit, head, notice, children }: RecordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFault(form, problem);
  return (
    <form
      class="card panel form"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {head}
      <ProblemNotice problem={problem} fieldPointers={pointers} />
      {notice}
      {children}
    </form>
  );
}

type CreateFormProps = Omit<RecordFormProps, "head" | "notice"> & {
  /** What is created, such as "key". */
  noun: string;
  /** The list that Cancel leads to. */
  listPath: string;
  isBusy: boolean;
};

export function CreateForm({ noun, listPath, isBusy, children, ...form }: CreateFormProps) {
  return (
    <RecordForm {...form}>
      {children}
      <div class="row form-foot">
        <button type="submit" class="button button-primary" disabled={isBusy} aria-keyshortcuts={SAVE_KEYS}>
          {isBusy ? "Creating…" : `Create the ${noun}`}
        </button>
        <a class="button button-quiet" href={hashOf(listPath)}>
          Cancel
        </a>
      </div>
    </RecordForm>
  );
}

type EditFormProps = RecordFormProps & {
  /** What is changed, such as "key". */
  noun: string;
  isBusy: boolean;
  isChanged: boolean;
  /** Whether nobody may change the record any more. */
  isFixed?: boolean;
  /** Why the caller may not change it; null if it may. */
  refusal: string | null;
  onDiscard: () => void;
  /** A dialog about what is being saved. */
  dialog?: ComponentChildren;
};

export function EditForm(props: EditFormProps) {
  const { noun, isBusy, isChanged, isFixed = false, refusal, onDiscard, dialog, children, ...form } = props;
  return (
    <RecordForm {...form}>
      <fieldset class="fieldset form-fields" disabled={isFixed || refusal !== null}>
        <legend class="visually-hidden">Settings of the {noun}</legend>
        {children}
      </fieldset>
      {!isFixed && refusal !== null && <Refusal reason={refusal} />}
      {!isFixed && refusal === null && (
        <div class="row form-foot">
          <button
            type="submit"
            class="button button-primary"
            disabled={!isChanged || isBusy}
            aria-keyshortcuts={SAVE_KEYS}
          >
            {isBusy ? "Saving…" : "Save changes"}
          </button>
          <DiscardButton isDisabled={!isChanged} onDiscard={onDiscard} />
          <span class="soft small">{isChanged ? "Not saved yet." : "No changes."}</span>
        </div>
      )}
      {dialog}
    </RecordForm>
  );
}

/** Moves the focus to the first invalid field after the API has refused a form. */
function useFocusOnFault(form: { current: HTMLFormElement | null }, problem: unknown): void {
  useEffect(() => {
    if (problem === undefined) return;
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (first != null) first.focus();
    else form.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  }, [problem]);
}
