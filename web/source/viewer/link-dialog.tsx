// The dialog with a link to copy, where the browser does not let the viewer copy it.
import { useLayoutEffect, useRef } from "preact/hooks";
import { CloseIcon } from "../design/icons";
import type { Messages } from "./messages";
import type { SharedLink } from "./use-share";

export function LinkDialog({ link, messages, onClose }: { link: SharedLink; messages: Messages; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    field.current?.select();
  }, []);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="link-title" onClose={onClose}>
      <div class="help-body">
        <header>
          <h2 id="link-title">{messages.link}</h2>
          <button type="button" class="tool" aria-label={messages.close} onClick={() => dialog.current?.close()}>
            <CloseIcon />
          </button>
        </header>
        <input
          ref={field}
          class="input"
          readOnly
          aria-label={messages.link}
          value={link.url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p class="soft small">{messages.linkUntil(link.until)}</p>
      </div>
    </dialog>
  );
}
