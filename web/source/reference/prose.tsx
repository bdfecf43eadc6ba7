// Texts of the document: plain words, with code between backticks. Nothing else in them is markup.
import { Fragment } from "preact";

export function Prose({ text }: { text: string }) {
  return text.split("`").map((part, position) => {
    const key = `${position}-${part}`;
    return position % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>;
  });
}
