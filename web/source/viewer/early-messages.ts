// Messages from the host page that arrive before the viewer has loaded. A host page sends its first one as soon as the
// frame has loaded, which does not wait for the viewer.

const MESSAGES_MAX = 100;

const early: MessageEvent[] = [];

function keep(message: MessageEvent): void {
  if (early.length < MESSAGES_MAX) early.push(message);
}

window.addEventListener("message", keep);

// Tells the page that the browser has not refused the frame, however long the rest takes to load. It says nothing else,
// so that any page which the key allows may hear it. Everything else is for the page that the session is meant for.
if (window.parent !== window) window.parent.postMessage({ type: "seat-preview", event: "here" }, "*");

/** Delivers the messages to those who listen by now. Later ones arrive as usual. */
export function replayEarlyMessages(): void {
  window.removeEventListener("message", keep);
  for (const { data, origin, source } of early.splice(0)) {
    window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
  }
}
