// The record that is open on a venue's screen, as the designer has it and as text. Each follows the other, and a text
// is written or read only when somebody looks at it or has typed.
import type { Json } from "../../layouts/written-json";
import { Designer } from "../designer/designer";
import { Watched } from "../shell/watched";
import { lineNumberAt, parsePositions } from "./json-positions";
import { formatRecord } from "./record";
import { changedText, parsedRecord } from "./record-text";

/** Where the text is not a record, and why. */
export type TextFault = { at: number; line: number; detail: string };

/** A text that rests for this long is read. */
const REST_MS = 400;

export class RecordDocument {
  readonly designer: Designer;
  /** Why the designer does not follow the text; null while it does. */
  readonly textFault = new Watched<TextFault | null>(null);
  /** Whether something was typed that has not been read yet. */
  readonly isTyping = new Watched(false);
  /** Whether the last text that was shown replaced one that the designer never had. */
  hasReplacedText = false;
  private text: string | null = null;
  /** The record that `text` says. */
  private textRecord: Json;
  private readTyped: (() => string) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(record: Json) {
    this.designer = new Designer(record);
    this.designer.configuration.set(this.designer.plan.value.defaultConfiguration);
    this.textRecord = record;
    this.designer.settled.watch((settled) => {
      if (settled !== this.textRecord) this.dropTyped();
    });
  }

  /** The record as it is now, with what was typed last. */
  get record(): Json {
    this.readNow();
    return this.designer.settled.value;
  }

  /** The text of the record. What somebody wrote stays as it is, except for what the designer changed. */
  get shownText(): string {
    const { value } = this.designer.settled;
    if (this.readTyped !== null) this.readNow();
    if (this.text === null) this.text = formatRecord(value);
    else if (this.textFault.value === null) this.text = changedText(this.text, this.textRecord, value);
    if (this.textFault.value === null) this.textRecord = value;
    return this.text;
  }

  /** Takes over what somebody types, once it rests. `read` returns the text as it is then. */
  type(read: () => string): void {
    this.readTyped = read;
    this.isTyping.set(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.readNow(), REST_MS);
  }

  /** Reads at once what was typed. Text that is no record leaves the designer as it was. */
  readNow(): void {
    if (this.readTyped === null) return;
    clearTimeout(this.timer);
    this.hasReplacedText = false;
    this.text = this.readTyped();
    this.readTyped = null;
    const record = parsedRecord(this.text, this.designer.settled.value);
    if (record !== null) this.textRecord = record;
    this.textFault.set(record === null ? faultOf(this.text) : null);
    if (record !== null) this.designer.replace(record, "Change the text");
    this.isTyping.set(false);
  }

  /** Formats the text anew. */
  format(): void {
    this.readNow();
    if (this.textFault.value !== null) return;
    this.textRecord = this.designer.settled.value;
    this.text = formatRecord(this.textRecord);
  }

  /** The designer has changed the record: a text that is no record gives way to it. */
  private dropTyped(): void {
    if (this.readTyped === null && this.textFault.value === null) return;
    clearTimeout(this.timer);
    this.readTyped = null;
    this.text = null;
    this.hasReplacedText = true;
    this.textFault.set(null);
    this.isTyping.set(false);
  }
}

function faultOf(text: string): TextFault {
  const fault = parsePositions(text).fault ?? { at: 0, detail: "The record must be an object: { ... }." };
  return { ...fault, line: lineNumberAt(text, fault.at) };
}
