// The help dialog: keyboard shortcuts and gestures. Single-letter shortcuts can be turned off there.
import { useLayoutEffect, useRef } from "preact/hooks";
import { CloseIcon } from "../design/icons";
import type { Messages } from "./messages/load";

export function HelpDialog({
  messages,
  hasKeys,
  onKeys,
  onClose,
}: {
  messages: Messages;
  hasKeys: boolean;
  onKeys: (hasKeys: boolean) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it, and so does Escape.
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="help-body">
        <header>
          <h2 id="help-title">{messages.help}</h2>
          <button type="button" class="tool" aria-label={messages.close} onClick={() => dialog.current?.close()}>
            <CloseIcon />
          </button>
        </header>
        <p>{messages.hints}</p>
        <dl class="shortcuts">
          {messages.shortcuts.map(({ keys, what }) => (
            <div key={keys}>
              <dt>
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label class="check">
          <input type="checkbox" checked={hasKeys} onChange={(event) => onKeys(event.currentTarget.checked)} />
          {messages.letterKeys}
        </label>
      </div>
    </dialog>
  );
}
