// The dialog that shows a new key's plaintext once, with a command that tests it.
import type { ComponentChildren } from "preact";
import { ShownOnceDialog } from "../shell/shown-once-dialog";
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
  return (
    <ShownOnceDialog
      title={title}
      text={plaintext}
      name="Secret key"
      noun="key"
      advice="Store it where your program reads its secrets. The service keeps only a hash. If you lose the key, rotate it."
      onClose={onClose}
    >
      {(onCopied) => (
        <>
          <div class="stack-small">
            <h3>Try it</h3>
            <CodeSnippet
              text={curlCommand(location.origin, plaintext)}
              name="A command that tests the key"
              onCopied={onCopied}
            />
          </div>
          {children}
          {note !== undefined && <p class="soft">{note}</p>}
        </>
      )}
    </ShownOnceDialog>
  );
}
