// What the checks find in a layout, in words that a theatre's staff understands.
import type { Piece } from "../../../layout-edits/pieces";
import type { RecordEdit } from "../../../layout-edits/record-edit";
import type { Plan, SeatIds } from "../../../plan/plan";
import type { Ground } from "../canvas/canvas-tool";

export type Finding = {
  /** Tells findings apart, also after the layout has changed. */
  id: string;
  /** `fault`: it cannot be published so. `warning`: most likely a mistake. `hint`: worth a look. */
  severity: "fault" | "warning" | "hint";
  text: string;
  /** What it is about. */
  piece: Piece | null;
  seat?: SeatIds | null;
  at?: Ground | null;
  /** A change that settles the matter. */
  remedy?: { title: string; edit: RecordEdit };
};

/** What a check looks at. */
export type Checked = {
  plan: Plan;
  /** The index of the rule that a section of the plan is from. */
  ruleOf: (sectionIndex: number) => number;
};
