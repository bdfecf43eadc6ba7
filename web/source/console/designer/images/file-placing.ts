// What each of many files will be for, before anything is uploaded or written.
import { type Covers, coversInWords } from "../../../layout-edits/image-covers";
import { type ImageKind, kindByShape, placeImage } from "../../../layout-edits/image-edits";
import { type FileReading, faultOfPattern, readFileName, readUsualName } from "../../../layout-edits/image-file-names";
import { inTurn, type RecordEdit } from "../../../layout-edits/record-edit";
import type { Plan } from "../../../plan/plan";
import { poseFor } from "./image-places";

export type PlannedFile = {
  /** The path of the file, as its name was read. */
  path: string;
  /** Null: it is not placed. */
  covers: Covers | null;
  /** Why its name says nothing; null if it does, or if a person has chosen. */
  reason: string | null;
  isByHand: boolean;
};

/** Reads the names of files by a pattern, or in the usual ways if there is none. */
export function plannedFiles(plan: Plan, paths: readonly string[], pattern: string): PlannedFile[] {
  return paths.map((path) => {
    const reading = readingOf(plan, path, pattern.trim());
    if ("reason" in reading) return { path, covers: null, reason: reading.reason, isByHand: false };
    return { path, covers: reading.covers, reason: null, isByHand: false };
  });
}

/** Whether the name of any file says what it is for. */
export function anyFits(plan: Plan, paths: readonly string[]): boolean {
  return paths.some((path) => "covers" in readUsualName(path, plan));
}

/** Places files by what was planned for them. Where each camera was is assumed: in the middle, looking at the focus. */
export function placeFiles(
  plan: Plan,
  files: readonly { object: string; covers: Covers; width: number; height: number }[],
  configuration: string | null,
): RecordEdit {
  return inTurn(
    ...files.map(({ object, covers, width, height }) => {
      const kind: ImageKind = kindByShape({ width, height });
      return placeImage({ object, configuration }, kind, poseFor(plan, covers) ?? {}, [covers]);
    }),
  );
}

/** What a planned file is for, in words. */
export function plannedText(plan: Plan, { covers, isByHand }: PlannedFile): string {
  if (covers === null) return "not placed";
  return `${coversInWords(plan, [covers])}${isByHand ? ", chosen by hand" : ""}`;
}

function readingOf(plan: Plan, path: string, pattern: string): FileReading {
  if (pattern === "") return readUsualName(path, plan);
  const fault = faultOfPattern(pattern);
  return fault === null ? readFileName(pattern, path, plan) : { reason: `the pattern ${fault}` };
}
