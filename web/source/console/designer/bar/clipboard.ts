// The clipboard of the designer: that of the computer where the browser allows it, and one of this page otherwise.

let lastCopied: string | null = null;

/** Keeps a text, and puts it on the computer's clipboard if that is allowed. */
export function keepCopied(text: string): void {
  lastCopied = text;
  // Without permission, or over http, the text is for this page alone.
  navigator.clipboard?.writeText(text).catch(() => undefined);
}

/** Keeps the text of a copy that the browser itself makes. */
export function noteCopied(text: string): void {
  lastCopied = text;
}

/** The text on the computer's clipboard, or the one that was copied on this page. */
export async function readCopied(): Promise<string | null> {
  try {
    return (await navigator.clipboard.readText()) || lastCopied;
  } catch {
    return lastCopied;
  }
}
