// The fronts of stands for a plan that the service has not seen yet: a layout that is being written has no bodies.
import type { PlanBody } from "../plan/plan";
import { HALLS } from "./halls";
import type { Point2, Stand } from "./rows";
import { isLoose } from "./rows";
import type { VenueMeasures } from "./venue-measures";

const FRONT_FROM_M = 0.05;
const RAIL = { fromM: 0.6, highM: 0.72, halfM: 0.0225 };
const PARAPET = { highM: 0.74, slabPart: 0.62 };

export function assumedBodies(measures: VenueMeasures): PlanBody[] {
  return measures.shown.flatMap((stand) => (isLoose(stand, measures.floorZ) ? [] : frontOf(stand, measures)));
}

function frontOf({ section, strips }: Stand, { hall, floorZ, shape }: VenueMeasures): PlanBody[] {
  const [first, last] = [strips[0]!, strips.at(-1)!];
  const z = first.z;
  const [isDeck, hasCircles] = [z - floorZ > shape.deckFromM, HALLS[hall].hasCircles === true];
  const body = (kind: PlanBody["kind"], low: number, high: number): PlanBody => {
    const line = copied(first.front);
    return { id: `${section.id}.${kind}`, kind, section: section.id, line, z: [low, high], back: [], backZ: null };
  };
  const bodies: PlanBody[] = [];
  if (isDeck) {
    const under = body("overhang", z - shape.slabM, z);
    bodies.push({ ...under, back: copied(last.back), backZ: [last.z - shape.slabM, last.z] });
    if (hasCircles) bodies.push(body("parapet", z - shape.slabM * PARAPET.slabPart, z + PARAPET.highM));
    else bodies.push(body("front", z - shape.slabM, z));
  } else if (z - floorZ > FRONT_FROM_M) bodies.push(body("front", floorZ, z));
  if (z - floorZ > RAIL.fromM && HALLS[hall].building !== "stone" && !(isDeck && hasCircles)) {
    bodies.push(body("rail", z + RAIL.highM - RAIL.halfM, z + RAIL.highM + RAIL.halfM));
  }
  return bodies;
}

function copied(line: readonly Point2[]): number[][] {
  return line.map(([x, y]) => [x, y]);
}
