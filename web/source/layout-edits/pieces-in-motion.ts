// Pieces of a record under a motion: each rule says where it is in the same words as before, if they can say it.
import { type Json, number } from "../layouts/written-json";
import { bodyAtPlaces, focusAtPlaces, isPlacedByCoordinates, objectOf, ruleAtPlaces } from "./absolute-places";
import { type Ground, type Motion, motions, shiftBy, turnBy } from "./ground";
import { type Piece, pathOf } from "./pieces";
import { changedAt, LAYOUT, type RecordEdit, rulesOf, SECTIONS, valueAt } from "./record-edit";
import { frameInMotion, frameOf, withFrame, withMembers } from "./rule-frame";
import { sectionIds } from "./section-ids";

/** What the rules of a record are moved in. */
export type Surroundings = {
  focus: Ground;
  /** The focus after the motion: another place only if it is moved, too. */
  newFocus: Ground;
  /** The place of the section that was grabbed among the sections of its rule. All others move alike. */
  ordinal: number;
};

export type RuleMotion = (rule: Json, surroundings: Surroundings) => Json;

/** Moves pieces. If the stage is among them, seats that are not stay where they are; only sections around the stage, which
 * one rule turns about it, go with it, since no rule can say that they stay. */
export function piecesInMotion(pieces: readonly Piece[], motion: Motion, ruleMotion: RuleMotion): RecordEdit {
  return (record) => {
    const places = bodiesAndFoci(pieces, motion)(record);
    const [focus, newFocus] = [focusPlace(record), focusPlace(places)];
    const hasFocusMoved = focus.x !== newFocus.x || focus.y !== newFocus.y;
    const grabbed = new Map(pieces.flatMap((piece) => (piece.kind === "section" ? [[piece.rule, piece.id]] : [])));
    const rules = rulesOf(record).map((rule, index) => {
      const id = grabbed.get(index);
      if (id !== undefined) return ruleMotion(rule, { focus, newFocus, ordinal: ordinalOf(rule, id) });
      return hasFocusMoved ? ruleThatStays(rule, focus, newFocus) : rule;
    });
    return rules.reduce((changed, rule, index) => changedAt(changed, [...SECTIONS, index], () => rule), places);
  };
}

/** The rule under a motion of all that it places. */
export function ruleInMotion(motion: Motion): RuleMotion {
  return (rule, { focus, newFocus, ordinal }) => {
    if (isPlacedByCoordinates(rule)) return ruleAtPlaces(rule, motion);
    const written = objectOf(rule.geometry);
    const frame = written === null ? null : frameOf(written, focus);
    if (written === null || frame === null) return rule;
    const geometry = motion.isMirrored ? withStepsMirrored(written) : written;
    const ofFirst = motions(
      turnBy(ordinal * number(written.bearingStepDeg, 0), focus),
      motion,
      turnBy(-ordinal * number(geometry.bearingStepDeg, 0), newFocus),
    );
    return { ...rule, geometry: withFrame(geometry, frameInMotion(frame, ofFirst), newFocus) };
  };
}

/** Where the focus of the hall is, which distances and bearings start from. */
export function focusPlace(record: Json): Ground {
  const focus = objectOf(valueAt(record, [...LAYOUT, "focus"]));
  return { x: number(focus?.x, 0), y: number(focus?.y, 0) };
}

/** Whether one rule places sections around the focus, each turned about it by one step further. */
export function isAroundFocus(rule: Json): boolean {
  const geometry = objectOf(rule.geometry);
  const stepDeg = number(geometry?.bearingStepDeg, 0);
  return stepDeg !== 0 && !isPlacedByCoordinates(rule) && sectionIds(rule).length > 1;
}

function bodiesAndFoci(pieces: readonly Piece[], motion: Motion): RecordEdit {
  return (record) =>
    pieces.reduce((changed, piece) => {
      if (piece.kind === "section") return changed;
      const move = piece.kind === "focus" ? focusAtPlaces : bodyAtPlaces;
      return changedAt(changed, pathOf(piece), (found) => {
        const part = objectOf(found);
        return part === null && piece.kind === "obstruction" ? found : move(part ?? {}, motion);
      });
    }, record);
}

function ruleThatStays(rule: Json, focus: Ground, newFocus: Ground): Json {
  if (isPlacedByCoordinates(rule)) return rule;
  if (isAroundFocus(rule)) {
    return ruleInMotion(shiftBy(newFocus.x - focus.x, newFocus.y - focus.y))(rule, { focus, newFocus, ordinal: 0 });
  }
  const geometry = objectOf(rule.geometry);
  const frame = geometry === null ? null : frameOf(geometry, focus);
  return geometry === null || frame === null ? rule : { ...rule, geometry: withFrame(geometry, frame, newFocus) };
}

function ordinalOf(rule: Json, id: string | null): number {
  return id === null || isTables(rule) ? 0 : Math.max(0, sectionIds(rule).indexOf(id));
}

/** Tables of all sections of a rule are at the same places. */
function isTables(rule: Json): boolean {
  return objectOf(objectOf(rule.geometry)?.tables) !== null;
}

function withStepsMirrored(geometry: Json): Json {
  const members = ["shiftM", "shiftStepM", "bearingStepDeg"].filter((name) => number(geometry[name], 0) !== 0);
  return withMembers(geometry, Object.fromEntries(members.map((name) => [name, -number(geometry[name], 0)])));
}
