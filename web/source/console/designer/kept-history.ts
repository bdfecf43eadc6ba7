// The steps of a venue's designer in the sessionStorage of this tab, so that they can be undone after a reload.
import {
  type Difference,
  differencesOf,
  withDifferences,
  withoutDifferences,
} from "../../layout-edits/record-differences";
import { digestOf } from "../../layout-edits/record-digest";
import type { Json } from "../../layouts/written-json";
import type { Designer } from "./designer";
import type { Step } from "./history";

const STORED_AS = "seatpreview.console.history.";
const CHARACTERS_MAX = 2_000_000;
/** Steps that follow each other faster are written together. */
const REST_MS = 400;

type KeptStep = { title: string; differences: Difference[] /** Of the record after the step. */; digest: string };
type Kept = { /** Of the record before the first step. */ digest: string; steps: KeptStep[] };

const written = new WeakMap<Step, string>();
/** Steps from before a sign-out are not written after it. */
let timesForgotten = 0;

/** Takes up the steps that were kept for a venue, if the record is one that they led to, and keeps further ones. Returns
 * the function that ends it. */
export function keepHistory(designer: Designer, venueId: string): () => void {
  takeUp(designer, venueId);
  const startedAfter = timesForgotten;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (timer !== undefined && startedAfter === timesForgotten) write(venueId, designer);
    timer = undefined;
  };
  const end = designer.steps.watch(() => {
    clearTimeout(timer);
    timer = setTimeout(flush, REST_MS);
  });
  addEventListener("pagehide", flush);
  return () => {
    flush();
    end();
    removeEventListener("pagehide", flush);
  };
}

/** Removes the steps of all venues: they hold parts of records. */
export function forgetHistories(): void {
  timesForgotten++;
  removeAll();
}

function removeAll(): void {
  const storage = storageOfTab();
  if (storage === null) return;
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  for (const name of names) if (name.startsWith(STORED_AS)) storage.removeItem(name);
}

function takeUp(designer: Designer, venueId: string): void {
  const kept = read(venueId);
  if (kept === null || designer.history.steps.length > 0) return;
  const record = designer.settled.value;
  const digests = [kept.digest, ...kept.steps.map(({ digest }) => digest)];
  const position = digests.lastIndexOf(digestOf(record));
  if (position < 0) return;
  const steps = stepsAround(record, kept.steps, position);
  designer.history.restore(steps.slice(0, position), steps.slice(position));
  designer.steps.set(designer.steps.value + 1);
}

/** The steps before and after the one that led to a record. */
function stepsAround(record: Json, kept: readonly KeptStep[], position: number): Step[] {
  const records: Json[] = [];
  records[position] = record;
  for (let at = position; at > 0; at--) records[at - 1] = withoutDifferences(records[at]!, kept[at - 1]!.differences);
  for (let at = position; at < kept.length; at++)
    records[at + 1] = withDifferences(records[at]!, kept[at]!.differences);
  return kept.map(({ title }, index) => ({ title, before: records[index]!, after: records[index + 1]! }));
}

function write(venueId: string, { history }: Designer): void {
  const texts = history.steps.map(textOf);
  let [first, characters] = [0, texts.reduce((sum, text) => sum + text.length, 0)];
  while (first < texts.length && characters > CHARACTERS_MAX) characters -= texts[first++]!.length;
  const oldest = history.steps[first];
  const digest = oldest === undefined ? null : JSON.stringify(digestOf(oldest.before));
  if (digest === null) storageOfTab()?.removeItem(STORED_AS + venueId);
  else store(venueId, `{"digest":${digest},"steps":[${texts.slice(first).join(",")}]}`);
}

function textOf(step: Step): string {
  const known = written.get(step);
  if (known !== undefined) return known;
  const { title, before, after } = step;
  const kept: KeptStep = { title, differences: differencesOf(before, after), digest: digestOf(after) };
  const text = JSON.stringify(kept);
  written.set(step, text);
  return text;
}

/** Writes steps. Where the storage is full, those of other venues give way. */
function store(venueId: string, text: string): void {
  const storage = storageOfTab();
  try {
    storage?.setItem(STORED_AS + venueId, text);
  } catch {
    removeAll();
    try {
      storage?.setItem(STORED_AS + venueId, text);
    } catch {
      // There is no room: the steps are in memory alone.
    }
  }
}

function read(venueId: string): Kept | null {
  try {
    const kept = JSON.parse(storageOfTab()?.getItem(STORED_AS + venueId) ?? "null") as Kept | null;
    return kept !== null && typeof kept.digest === "string" && Array.isArray(kept.steps) ? kept : null;
  } catch {
    return null;
  }
}

/** The storage of this tab; null where the browser forbids it. */
function storageOfTab(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
