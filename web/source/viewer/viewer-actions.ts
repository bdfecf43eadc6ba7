// What the buyer can do in a session.
import type { Action, Actions } from "./keyboard-shortcuts";

/**
 * Returns the actions that a session allows. One that is limited to a single seat cannot go to others, and one that is
 * limited to several has them as buttons, so that there is nothing to look for.
 */
export function viewerActions(ownSeats: readonly string[], actions: Record<Action, () => void>): Actions {
  const { left, right, inFront, behind, back, compare, other, find, map, ...always } = actions;
  return {
    ...(ownSeats.length === 1 ? {} : { left, right, inFront, behind, back, compare, other }),
    ...(ownSeats.length > 0 ? {} : { find, map }),
    ...always,
  };
}
