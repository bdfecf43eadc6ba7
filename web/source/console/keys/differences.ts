// A key that changed while somebody edited it: what was, what is now, and what the form would make of it.
import { type ApiKey, changedMembers, isSame, type KeyDraft, MEMBERS, type Member } from "./draft";

export type Difference = {
  member: Member;
  before: KeyDraft[Member];
  theirs: KeyDraft[Member];
  yours: KeyDraft[Member];
  /** Both changed it, and not to the same. */
  isContested: boolean;
};

/** The members that either side changed. */
export function differencesOf(before: KeyDraft, theirs: KeyDraft, yours: KeyDraft): Difference[] {
  return MEMBERS.filter(
    (member) => !isSame(before[member], theirs[member]) || !isSame(before[member], yours[member]),
  ).map((member) => ({
    member,
    before: before[member],
    theirs: theirs[member],
    yours: yours[member],
    isContested:
      !isSame(before[member], theirs[member]) &&
      !isSame(before[member], yours[member]) &&
      !isSame(theirs[member], yours[member]),
  }));
}

/** One's own changes on top of theirs: what one left alone is as they have it. */
export function reapplyChanges(before: KeyDraft, theirs: KeyDraft, yours: KeyDraft): KeyDraft {
  const merged = { ...theirs };
  for (const member of changedMembers(before, yours)) Object.assign(merged, { [member]: yours[member] });
  return merged;
}

/** Whether the record itself moved on: a 409 can also mean that an origin is taken, or the key revoked. */
export function hasNewVersion(before: ApiKey, now: ApiKey): boolean {
  return before.version !== now.version || before.status !== now.status;
}
