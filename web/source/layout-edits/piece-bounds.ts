// The room that a piece takes on the ground plan.
import { corners, type Json, LayoutFault, number } from "../layouts/written-json";
import type { Plan } from "../plan/plan";
import { objectOf } from "./absolute-places";
import { type Ground, turned } from "./ground";
import { type Piece, pathOf } from "./pieces";
import { isAroundFocus } from "./pieces-in-motion";
import { rulesOf, valueAt } from "./record-edit";
import { groundOfSections } from "./seat-places";

export type GroundBounds = { left: number; right: number; bottom: number; top: number };

/** A record with the plan that was read from it. */
export type Drawn = {
  record: Json;
  plan: Plan;
  /** The index of the rule that a section of the plan is from. */
  ruleOf: (sectionIndex: number) => number;
};

/** The bounds of a piece; null if it has no place. Of sections around the focus, those of the one that was meant; of any
 * other rule, those of all its sections. */
export function boundsOfPiece(drawn: Drawn, piece: Piece): GroundBounds | null {
  return boundsOf(groundOfPiece(drawn, piece));
}

export function boundsOf(places: readonly Ground[]): GroundBounds | null {
  if (places.length === 0) return null;
  const bounds = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (const { x, y } of places) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.bottom = Math.min(bounds.bottom, y);
    bounds.top = Math.max(bounds.top, y);
  }
  return bounds;
}

/** The bounds of several together; null if none has a place. */
export function boundsOfAll(all: readonly (GroundBounds | null)[]): GroundBounds | null {
  const places = all.flatMap((each) =>
    each === null
      ? []
      : [
          { x: each.left, y: each.bottom },
          { x: each.right, y: each.top },
        ],
  );
  return boundsOf(places);
}

export function middleOf({ left, right, bottom, top }: GroundBounds): Ground {
  return { x: (left + right) / 2, y: (bottom + top) / 2 };
}

/** The corners of a body, of the stage, or of a standing area; none for anything else. */
export function cornersOfPiece({ record, plan }: Drawn, piece: Piece): Ground[] {
  const part = objectOf(valueAt(record, pathOf(piece)));
  if (piece.kind === "focus") return cornersOfStage(part, plan);
  if (part === null) return [];
  if (piece.kind === "section") return groundOf(objectOf(part.geometry)?.area);
  const [box, polygon] = [objectOf(part.box), objectOf(part.polygon)];
  if (polygon !== null) return groundOf(polygon.points);
  if (box === null) return [];
  const [[left, right], [bottom, top]] = [pairOf(box.x), pairOf(box.y)];
  return [
    { x: left, y: bottom },
    { x: right, y: bottom },
    { x: right, y: top },
    { x: left, y: top },
  ];
}

/** The places of seats, tables or corners of a piece. */
export function groundOfPiece(drawn: Drawn, piece: Piece): Ground[] {
  const found = cornersOfPiece(drawn, piece);
  if (found.length > 0 || piece.kind !== "section") return found;
  const { record, plan, ruleOf } = drawn;
  const isRing = isAroundFocus(rulesOf(record)[piece.rule] ?? {});
  const ofRule = plan.sections.flatMap((_, index) => (ruleOf(index) === piece.rule ? [index] : []));
  const meant = ofRule.filter((index) => plan.sections[index]?.id === piece.id);
  return groundOfSections(plan, isRing ? (meant.length > 0 ? meant : ofRule.slice(0, 1)) : ofRule);
}

function cornersOfStage(focus: Json | null, plan: Plan): Ground[] {
  const { x, y, extent } = plan.focus;
  const at = { x: number(focus?.x, x), y: number(focus?.y, y) };
  if (extent === null) return [at];
  if (extent.points.length > 2) return extent.points.map(([east = 0, north = 0]) => ({ x: east, y: north }));
  const [halfM, deepM] = [extent.widthM / 2, extent.depthM / 2];
  return [
    { x: -halfM, y: -deepM },
    { x: halfM, y: -deepM },
    { x: halfM, y: deepM },
    { x: -halfM, y: deepM },
  ].map((corner) => {
    const { x: east, y: north } = turned(corner, extent.turnDeg - 180);
    return { x: at.x + east, y: at.y + north };
  });
}

function groundOf(points: unknown): Ground[] {
  try {
    return corners(points ?? [], "").map(([x = 0, y = 0]) => ({ x, y }));
  } catch (failure) {
    if (failure instanceof LayoutFault) return [];
    throw failure;
  }
}

function pairOf(value: unknown): [number, number] {
  const [low, high] = Array.isArray(value) ? (value as unknown[]) : [];
  return [number(low, 0), number(high, 0)];
}
