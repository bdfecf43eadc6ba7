// Dialogs: modal, closed by Escape, and the focus goes back to where it came from.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";

import { CloseIcon } from "../../design/icons";

type DialogProps = {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Buttons, the one that does it last. */
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
      // A button that is gone, or cannot be used any more, cannot take the focus back.
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
    // Escape pressed twice closes a dialog in Chromium even where the first was held back.
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
  /** What to type before the button works: for what cannot be undone. Any of these. */
  typedConfirmation?: { texts: string[]; prompt: ComponentChildren };
  isDanger?: boolean;
  isBusy?: boolean;
  cancel?: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** A question with one dangerous answer. Where `words` are given, they must be typed first. */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, typedConfirmation, isDanger = true, isBusy = false, onConfirm, onClose } = props;
  const [typed, setTyped] = useState("");
  const formId = useId();
  const inputId = useId();
  const isConfirmed = typedConfirmation === undefined || typedConfirmation.texts.includes(typed.trim());
  return (
    <Dialog
      title={title}
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
