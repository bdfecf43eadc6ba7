// Repeats a block along a line or around the focus: as one rule wherever one can say it.
import { type Json, number, text } from "../layouts/written-json";
import { isPlacedByCoordinates, objectOf } from "./absolute-places";
import { alongM, type Ground, hundredths, type Motion, rightOf, shiftBy, turnBy } from "./ground";
import { movePieces } from "./move-pieces";
import { focusPlace, ruleInMotion } from "./pieces-in-motion";
import { changedAt, inTurn, type RecordEdit, rulesOf, SECTIONS } from "./record-edit";
import { rotatePieces } from "./rotate-pieces";
import { frameOf } from "./rule-frame";
import { countedOn, renamedRule, sectionIds, takenIds, templateOfName, withIds, withName } from "./section-ids";
import { partOf } from "./section-parts";

const SAME_M = 0.01;
export const COPIES_MAX = 500;

/** Repeats a block until there are `count` of them, each one step further. Straight rows that are repeated beside one
 * another stay one rule; any others become rules of their own. */
export function duplicateAlongLine(rule: number, count: number, step: Ground): RecordEdit {
  return (record) => {
    const found = rulesOf(record)[rule];
    if (found === undefined || !isCount(count)) return record;
    const shiftStepM = sidewaysM(found, step, focusPlace(record));
    if (shiftStepM !== null) return asOneRule(rule, count, { shiftStepM })(record);
    const motions = steps(count).map((each) => shiftBy(each * step.x, each * step.y));
    return asRulesOfTheirOwn(rule, motions)(record);
  };
}

/** Repeats a block around the focus until there are `count` of them, each turned by `degrees` more, clockwise. */
export function duplicateAroundCircle(rule: number, count: number, degrees: number): RecordEdit {
  return (record) => {
    const found = rulesOf(record)[rule];
    if (found === undefined || !isCount(count)) return record;
    if (isSingleOfRows(found)) return asOneRule(rule, count, { bearingStepDeg: stepDeg(degrees) })(record);
    const focus = focusPlace(record);
    return asRulesOfTheirOwn(
      rule,
      steps(count).map((each) => turnBy(each * degrees, focus)),
    )(record);
  };
}

/** Repeats a block to both sides: the middle of the line is where the block was, and the first block is at its start. */
export function lineToBothSides(rule: number, count: number, step: Ground): RecordEdit {
  const half = (count - 1) / 2;
  const first = movePieces([{ kind: "section", rule, id: null }], -half * step.x, -half * step.y);
  return inTurn(first, duplicateAlongLine(rule, count, step));
}

/** Repeats a block around the focus to both sides: the middle of the arc is where the block was, and the first block is
 * at the left, as people who look at the focus see it. */
export function circleToBothSides(rule: number, count: number, degrees: number): RecordEdit {
  const toTheLeft = ((count - 1) / 2) * degrees;
  return (record) => {
    const first = rotatePieces([{ kind: "section", rule, id: null }], toTheLeft, focusPlace(record));
    return duplicateAroundCircle(rule, count, -degrees)(first(record));
  };
}

function isCount(count: number): boolean {
  return Number.isInteger(count) && count > 1 && count <= COPIES_MAX;
}

/** 1, 2, 3 and so on: the steps of the copies. */
function steps(count: number): number[] {
  return Array.from({ length: count - 1 }, (_, index) => index + 1);
}

/** One rule for all sections. A section whose name is no pattern for others keeps a rule of its own, before them. */
function asOneRule(rule: number, count: number, members: Json): RecordEdit {
  return (record) => {
    const found = rulesOf(record)[rule]!;
    const [id = ""] = sectionIds(found);
    const copies = countedOn(id, count - 1, takenIds(record));
    const { refs: _, ...many }: Json = { ...found, geometry: { ...(found.geometry as Json), ...members } };
    const template = templateOfName(found);
    const rules =
      template === null
        ? [found, partOf(withName(many, `${text(found.name)} {number}`), copies, 1, focusPlace(record))]
        : [withName(withIds(many, [id, ...copies]), template)];
    return changedAt(record, SECTIONS, (sections) => (sections as unknown[]).toSpliced(rule, 1, ...rules));
  };
}

function asRulesOfTheirOwn(rule: number, motions: readonly Motion[]): RecordEdit {
  return (record) => {
    const [found, focus] = [rulesOf(record)[rule]!, focusPlace(record)];
    const { refs: _, ...model } = found;
    const copies: Json[] = [];
    const taken = takenIds(record);
    for (const motion of motions) {
      const moved = ruleInMotion(motion)(model, { focus, newFocus: focus, ordinal: 0 });
      const ids = sectionIds(model).map((id) => {
        const [next = id] = countedOn(id, 1, taken);
        taken.add(next);
        return next;
      });
      copies.push(renamedRule(moved, ids));
    }
    return changedAt(record, SECTIONS, (sections) => (sections as unknown[]).toSpliced(rule + 1, 0, ...copies));
  };
}

/** How far a step leads to the right along straight rows; null if it leads elsewhere. */
function sidewaysM(rule: Json, step: Ground, focus: Ground): number | null {
  if (!isSingleOfRows(rule)) return null;
  const frame = frameOf(rule.geometry as Json, focus);
  if (frame === null || frame.radiusM !== null) return null;
  const right = rightOf(frame.behindDeg);
  const rightM = alongM({ x: 0, y: 0 }, step, right);
  const offM = Math.hypot(step.x - rightM * right.x, step.y - rightM * right.y);
  return offM < SAME_M && Math.abs(rightM) >= SAME_M ? hundredths(rightM) : null;
}

/** Whether a rule has one section, whose rows have a distance or an origin. */
function isSingleOfRows(rule: Json): boolean {
  const geometry = objectOf(rule.geometry);
  if (geometry === null || geometry.tables != null || isPlacedByCoordinates(rule)) return false;
  const hasSteps = number(geometry.bearingStepDeg, 0) !== 0 || number(geometry.shiftStepM, 0) !== 0;
  return !hasSteps && sectionIds(rule).length === 1;
}

/** A step to a ten-thousandth of a degree: a whole turn in seven steps has no short one. */
function stepDeg(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
