// The props of the forms of blocks, and how one form changes many blocks.
import { type RecordEdit, withRule } from "../../../layout-edits/record-edit";
import type { Json } from "../../../layouts/written-json";
import type { Designer } from "../designer";

export type BlockProps = {
  designer: Designer;
  record: Json;
  rule: Json;
  /** The index of the rule. */
  index: number;
};

/** Rules that are changed together, and their indexes. */
export type ManyProps = { designer: Designer; rules: readonly Json[]; indexes: readonly number[] };

/** The value that all have; null if they differ. */
export function common<T>(values: readonly T[]): T | null {
  const [first] = values;
  return first !== undefined && values.every((value) => Object.is(value, first)) ? first : null;
}

/** The same change of several rules, as one. */
export function inAll(indexes: readonly number[], change: (rule: Json) => Json): RecordEdit {
  return (record) => indexes.reduce((changed, index) => withRule(index, change)(changed), record);
}
