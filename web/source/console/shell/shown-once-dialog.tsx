// The dialog that shows a new secret once. Closing it without copying must be confirmed.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { CopyButton } from "../../design/copy-button";
import { Confirm, Dialog } from "../../design/dialog";
import { CheckIcon, WarningIcon } from "../../design/icons";

type ShownOnceDialogProps = {
  title: string;
  text: string;
  /** The name of the text for screen readers, such as "Secret key". */
  name: string;
  /** What the text is called in a sentence, such as "key". */
  noun: string;
  /** What to do with it, and what to do if it is lost. */
  advice: string;
  /** What follows below the text. Copying there counts, too. */
  children: (onCopied: () => void) => ComponentChildren;
  onClose: () => void;
};

export function ShownOnceDialog({ title, text, name, noun, advice, children, onClose }: ShownOnceDialogProps) {
  const [isCopied, setCopied] = useState(false);
  const [isConfirmingClose, setConfirmingClose] = useState(false);
  const close = () => (isCopied ? onClose() : setConfirmingClose(true));
  const onCopied = () => setCopied(true);
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
              <strong>The {noun} is shown only this once.</strong> {advice}
            </div>
          </div>
          <div class="secret">
            <output class="mono" aria-label={name}>
              {text}
            </output>
            <CopyButton text={text} label={`Copy the ${noun}`} isPrimary onCopied={onCopied} />
          </div>
          {children(onCopied)}
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
          <p>You have not copied the {noun} with the button. After closing, it cannot be shown again.</p>
        </Confirm>
      )}
    </>
  );
}
