// The plan of a record that is not stored yet, as the form for a new venue shows it.

import { LayoutFault, planFromRecord } from "../../layouts/layout-reader";
import type { Plan } from "../../plan/plan";

export type ShownPlan = {
  plan: Plan | null;
  /** Why the map cannot be drawn; null if it can. */
  fault: string | null;
};

/** Reads the plan in the record's default configuration, or else in its first one. */
export function shownPlan(record: unknown): ShownPlan {
  try {
    const bare = planFromRecord(record);
    const configuration = bare.defaultConfiguration ?? bare.configurations[0]?.id ?? null;
    return { plan: configuration === null ? bare : planFromRecord(record, configuration), fault: null };
  } catch (failure) {
    if (!(failure instanceof LayoutFault)) throw failure;
    return { plan: null, fault: `${failure.pointer} ${failure.message}` };
  }
}
