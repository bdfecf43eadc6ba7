// Modal dialogs. Escape closes them, and the focus returns to the element that had it before.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";

import { CloseIcon } from "./icons";

type DialogProps = {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** The buttons of the dialog; the button that confirms comes last. */
  footer?: ComponentChildren;
  isWide?: boolean;
};

export function Dialog({ title, onClose, children, footer, isWide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      // An element that has been removed meanwhile cannot take the focus back.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else document.querySelector<HTMLElement>("main")?.focus();
    };
  }, []);

  useEffect(() => {
    const element = dialog.current;
    const cancel = (event: Event) => {
      event.preventDefault();
      onClose();
    };
    // In Chromium, a second Escape closes a dialog even if `cancel` was prevented for the first one.
    const hold = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    element?.addEventListener("cancel", cancel);
    element?.addEventListener("keydown", hold);
    return () => {
      element?.removeEventListener("cancel", cancel);
      element?.removeEventListener("keydown", hold);
    };
  }, [onClose]);

  return (
    <dialog ref={dialog} class={`dialog${isWide ? " dialog-wide" : ""}`} aria-labelledby={titleId}>
      <header class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" class="button button-quiet button-small" onClick={onClose} aria-label="Close">
          <CloseIcon />
        </button>
      </header>
      <div class="dialog-body">{children}</div>
      {footer !== undefined && <footer class="dialog-foot">{footer}</footer>}
    </dialog>
  );
}

type ConfirmProps = {
  title: string;
  children: ComponentChildren;
  action: string;
  /** For actions that cannot be undone: one of these texts must be typed before the button is enabled. */
  typedConfirmation?: { texts: string[]; prompt: ComponentChildren };
  isDanger?: boolean;
  isBusy?: boolean;
  isWide?: boolean;
  cancel?: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** A confirmation dialog. With `typedConfirmation`, a text must be typed first. */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, typedConfirmation, isDanger = true, isBusy = false, onConfirm, onClose } = props;
  const [typed, setTyped] = useState("");
  const formId = useId();
  const inputId = useId();
  const isConfirmed = typedConfirmation === undefined || typedConfirmation.texts.includes(typed.trim());
  return (
    <Dialog
      title={title}
      isWide={props.isWide ?? false}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {props.cancel ?? "Cancel"}
          </button>
          <button
            type="submit"
            form={formId}
            class={`button ${isDanger ? "button-danger" : "button-primary"}`}
            disabled={!isConfirmed || isBusy}
          >
            {action}
          </button>
        </>
      }
    >
      <form
        id={formId}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed && !isBusy) onConfirm();
        }}
      >
        {children}
        {typedConfirmation !== undefined && (
          <div class="field">
            <label class="field-label" for={inputId}>
              {typedConfirmation.prompt}
            </label>
            <input
              id={inputId}
              class="input"
              value={typed}
              autocomplete="off"
              autofocus
              spellcheck={false}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </div>
        )}
      </form>
    </Dialog>
  );
}
