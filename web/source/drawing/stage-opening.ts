// The opening of a theatre's proscenium, the wall between house and stage. Not every theatre has one.
// src/seatpreview/sightlines/proscenium.py has the same rule: both are tested with tests/layouts/shared/openings.json.
import { seatPosition } from "../plan/positions";
import { fieldOf } from "./focus-extent";
import { HALLS } from "./halls";
import type { Point2 } from "./rows";
import type { StageFrame } from "./stage-frame";
import { stageFrame } from "./stage-frame";
import type { VenueMeasures } from "./venue-measures";
import { areaCorners, footprintOf, heightOf } from "./venue-measures";

/** How far the proscenium stands behind the front of the stage, and behind the seats beside the stage. */
const APRON_M = 1.2;
const BEHIND_SEATS_M = 0.3;
/** Half of what the curtain leaves open: narrower than the stage by so much, but at least so wide. */
const NARROWER_M = 1.4;
const HALF_LEAST_M = 3.5;
/** How far an open curtain reaches into the opening on each side. */
export const CURTAIN_M = 0.9;
const AROUND_SCREEN_M = 0.15;

export type Opening = {
  halfM: number;
  topZ: number;
  /** Where the plane of the proscenium is, measured from the focus towards the audience. */
  planeM: number;
  hasPelmet: boolean;
};

/** The opening; null where people sit on several sides of the stage, or beside the half of it that is farther from the
 * audience, and where they look at a field. */
export function openingOf(frame: StageFrame, measures: VenueMeasures): Opening | null {
  const { roofZ, plan } = measures;
  const planeM = planeOf(frame, measures);
  if (planeM === null) return null;
  const screen = plan.obstructions.find((body) => body.kind === "screen" && plan.lookedAt?.kind === "screen");
  if (screen !== undefined) {
    // Nothing of the frame may hide the screen.
    const sides = footprintOf(screen).map((corner) => Math.abs(frame.from(corner).sideM));
    const half = Math.max(...sides) + CURTAIN_M + AROUND_SCREEN_M;
    return { halfM: half, topZ: heightOf(screen)[1] + AROUND_SCREEN_M, planeM, hasPelmet: false };
  }
  // What the curtain leaves open is as wide as the plan's walls leave it.
  const half = Math.max(HALF_LEAST_M, frame.halfM - NARROWER_M) + CURTAIN_M;
  return { halfM: half, topZ: Math.min(roofZ - 2.2, frame.topZ + Math.max(5, half * 1.25)), planeM, hasPelmet: true };
}

/** Where the proscenium of a theatre is: what is behind it belongs to the stage. */
export function isBehindProscenium(measures: VenueMeasures): (at: Point2) => boolean {
  const frame = stageFrame(measures);
  const opening = HALLS[measures.hall].hasProscenium ? openingOf(frame, measures) : null;
  return (at) => opening !== null && frame.from(at).forwardM < opening.planeM;
}

/** Where the wall is. The service says it with its bodies, since words depend on it; else the rule decides. */
function planeOf(frame: StageFrame, measures: VenueMeasures): number | null {
  const { bodies, lookedAt } = measures.plan;
  if (bodies === undefined || lookedAt?.kind !== "stage") return planeByRule(frame, measures);
  const wall = bodies.find(({ id }) => id.startsWith("proscenium."));
  const [x = 0, y = 0] = wall?.line[0] ?? [];
  return wall === undefined ? null : frame.from([x, y]).forwardM;
}

function planeByRule(frame: StageFrame, measures: VenueMeasures): number | null {
  if (!measures.hasFront || fieldOf(measures.plan) !== null) return null;
  const { frontM, backM } = frame;
  const seats = seatPoints(measures).map((point) => frame.from(point).forwardM);
  const behindSeatsM = seats.reduce((least, seatM) => Math.min(least, seatM), Infinity) - BEHIND_SEATS_M;
  if (behindSeatsM >= frontM - APRON_M) return frontM - APRON_M;
  return behindSeatsM < (frontM + backM) / 2 ? null : behindSeatsM;
}

/** The edges of all rows, and where people are on no stand. */
function seatPoints({ plan, shown, loose }: VenueMeasures): Point2[] {
  const points = shown.flatMap(({ strips }) => strips.flatMap(({ front, back }) => [...front, ...back]));
  for (const { section, seats } of loose) {
    if (!section.isClosed) for (const { x, y } of seats) points.push([x, y]);
  }
  for (const section of plan.sections) {
    if (section.isClosed || section.rows.length > 0) continue;
    const place = seatPosition(plan, section);
    if (section.area !== undefined) points.push(...areaCorners(section));
    else if (place !== null) points.push([place.x, place.y]);
  }
  return points;
}
