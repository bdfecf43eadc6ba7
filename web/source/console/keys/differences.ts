// A three-way comparison of a key that changed while it was being edited.
import { isSame } from "../shell/record-drafts";
import { type ApiKey, type KeyDraft, type Member, NEW_DRAFT } from "./draft";

export type Difference = {
  member: Member;
  before: KeyDraft[Member];
  theirs: KeyDraft[Member];
  yours: KeyDraft[Member];
  /** Whether both sides changed the member to different values. */
  isContested: boolean;
};

/** The members that either side changed. */
export function differencesOf(before: KeyDraft, theirs: KeyDraft, yours: KeyDraft): Difference[] {
  return (Object.keys(NEW_DRAFT) as Member[])
    .filter((member) => !isSame(before[member], theirs[member]) || !isSame(before[member], yours[member]))
    .map((member) => ({
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

/** Whether the key itself has changed. A 409 can also mean that an origin is taken. */
export function hasNewVersion(before: ApiKey, now: ApiKey): boolean {
  return before.version !== now.version || before.status !== now.status;
}
