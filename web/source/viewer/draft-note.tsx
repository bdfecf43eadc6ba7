// Says that the session shows a draft. Only the venue's own people ever see it, so it is loaded after the first view.
import "./draft-note.css";
import type { Messages } from "./messages";

export function DraftNote({ messages }: { messages: Messages }) {
  return <p class="draft-note">{messages.draft}</p>;
}
