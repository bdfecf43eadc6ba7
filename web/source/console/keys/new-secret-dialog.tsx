// The dialog that shows a new key's plaintext once. Closing it without copying must be confirmed.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { CopyButton } from "../../design/copy-button";
import { Confirm, Dialog } from "../../design/dialog";
import { CheckIcon, WarningIcon } from "../../design/icons";
import { CodeSnippet } from "./embed-code";
import { curlCommand } from "./snippets";

type NewSecretDialogProps = {
  title: string;
  plaintext: string;
  note?: string;
  /** What else is to be done with the new key. */
  children?: ComponentChildren;
  onClose: () => void;
};

export function NewSecretDialog({ title, plaintext, note, children, onClose }: NewSecretDialogProps) {
  const [isCopied, setCopied] = useState(false);
  const [isConfirmingClose, setConfirmingClose] = useState(false);
  const close = () => (isCopied ? onClose() : setConfirmingClose(true));
  return (
    <>
      <Dialog
        title={title}
        onClose={close}
        footer={
          <button type="button" class="button button-primary" onClick={close}>
            <CheckIcon /> Done
          </button>
        }
      >
        <div class="stack">
          <div class="note note-warn">
            <WarningIcon />
            <div>
              <strong>The key is shown only this once.</strong> Store it where your program reads its secrets. The
              service keeps only a hash. If you lose the key, rotate it.
            </div>
          </div>
          <div class="secret">
            <output class="mono" aria-label="Secret key">
              {plaintext}
            </output>
            <CopyButton text={plaintext} label="Copy the key" isPrimary onCopied={() => setCopied(true)} />
          </div>
          <div class="stack-small">
            <h3>Try it</h3>
            <CodeSnippet
              text={curlCommand(location.origin, plaintext)}
              name="A command that tests the key"
              onCopied={() => setCopied(true)}
            />
          </div>
          {children}
          {note !== undefined && <p class="soft">{note}</p>}
        </div>
      </Dialog>
      {isConfirmingClose && (
        <Confirm
          title="Close without copying?"
          action="Close anyway"
          cancel="Go back"
          onClose={() => setConfirmingClose(false)}
          onConfirm={onClose}
        >
          <p>You have not copied the key with the button. After closing, it cannot be shown again.</p>
        </Confirm>
      )}
    </>
  );
}
