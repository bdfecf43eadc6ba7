// Keeps the designer and the record's text in step: what changes in one is seen in the other.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Json } from "../../layouts/written-json";
import { Designer } from "../designer/designer";
import { formatRecord } from "./record";

export function useDesigner(text: string, onText: (text: string) => void): Designer {
  const [designer] = useState(() => new Designer(parsed(text) ?? {}, defaultConfiguration(parsed(text))));
  const written = useRef(text);
  useEffect(
    () =>
      designer.settled.watch((record) => {
        if (parsedText(written.current, record)) return;
        written.current = formatRecord(record);
        onText(written.current);
      }),
    [designer],
  );
  useEffect(() => {
    if (text === written.current) return;
    written.current = text;
    const record = parsed(text);
    if (record !== null) designer.replace(record, "Change the text");
  }, [text]);
  return designer;
}

/** Whether a text is the one of a record. */
function parsedText(text: string, record: Json): boolean {
  return text === formatRecord(record);
}

function parsed(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

function defaultConfiguration(record: Json | null): string | null {
  return record === null ? null : new Designer(record).plan.value.defaultConfiguration;
}
