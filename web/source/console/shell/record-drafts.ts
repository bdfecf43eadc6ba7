// What was changed in the form of a record: the members of a draft that differ, and changes on top of somebody else's.

export function changedMembers<D extends object>(before: D, draft: D): (keyof D)[] {
  return (Object.keys(before) as (keyof D)[]).filter((member) => !isSame(before[member], draft[member]));
}

/** Applies the changes from `before` to `yours` on top of `theirs`. */
export function reapplyChanges<D extends object>(before: D, theirs: D, yours: D): D {
  const changed = changedMembers(before, yours).map((member) => [member, yours[member]]);
  return { ...theirs, ...Object.fromEntries(changed) };
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
