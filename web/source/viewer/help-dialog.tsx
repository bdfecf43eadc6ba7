// The help dialog: gestures on a touch screen, keyboard shortcuts where there is a keyboard.
import { useLayoutEffect, useRef } from "preact/hooks";
import { CloseIcon } from "../design/icons";
import type { InputDevices } from "./device";
import { type Actions, hasAction, SHORTCUTS } from "./keyboard-shortcuts";
import type { Messages } from "./messages";

const GESTURES = ["oneFinger", "twoFingers", "tap", "swipeUp"] as const;

export function HelpDialog({
  title,
  messages,
  input,
  actions,
  hasKeys,
  onKeys,
  onClose,
}: {
  title: string;
  messages: Messages;
  input: InputDevices;
  /** What there is to do in this session. Keys of anything else are not explained. */
  actions: Actions;
  /** Whether shortcuts of a single letter are on. */
  hasKeys: boolean;
  onKeys: (hasKeys: boolean) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { isTouched, hasKeyboard } = input;
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
          <h2 id="help-title">{title}</h2>
          <button type="button" class="tool" aria-label={messages.close} onClick={() => dialog.current?.close()}>
            <CloseIcon />
          </button>
        </header>
        {isTouched ? <Gestures messages={messages} /> : <p>{messages.hints}</p>}
        {hasKeyboard && <Shortcuts {...{ messages, actions, hasKeys, onKeys }} />}
      </div>
    </dialog>
  );
}

function Gestures({ messages }: { messages: Messages }) {
  return (
    <dl class="shortcuts gestures">
      {GESTURES.map((name) => messages.gestures[name]).map(({ gesture, what }) => (
        <div key={gesture}>
          <dt>{gesture}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}

function Shortcuts({
  messages,
  actions,
  hasKeys,
  onKeys,
}: {
  messages: Messages;
  actions: Actions;
  hasKeys: boolean;
  onKeys: (hasKeys: boolean) => void;
}) {
  const shortcuts = SHORTCUTS.filter((keys) => hasAction(keys, actions));
  return (
    <>
      <dl class="shortcuts">
        {shortcuts.map((keys) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{messages.shortcuts[keys]}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input type="checkbox" checked={hasKeys} onChange={(event) => onKeys(event.currentTarget.checked)} />
        {messages.letterKeys}
      </label>
    </>
  );
}
