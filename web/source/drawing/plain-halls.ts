// Halls that are called theatres, but have no stage that a proscenium could stand around. The service says it in its
// plans (src/seatpreview/sightlines/plain_halls.py); a layout that is still being written is judged here.
import type { Obstruction, Plan } from "../plan/plan";
import { extentCorners } from "./focus-extent";
import type { Point2 } from "./rows";

/** From corner to corner. */
const STAGE_LEAST_M = 5;
const IN_A_CHURCH = /alta+r|autel|kanzel|p[uú]lpit|preekstoel|\bchaire\b|\bambo|chancel/;

/** The plan of a plain hall with its lights on, if people look at an altar, a pulpit or a very small stage.
 * @param footprintOf gives the corners of a stage of the configuration, which comes before that of the focus. */
export function withPlainHall(plan: Plan, footprintOf: (stage: Obstruction) => Point2[]): Plan {
  if (plan.bodies !== undefined) return plan;
  const { focus, hall, mood } = plan;
  const stage = plan.obstructions.find((body) => body.kind === "stage" && footprintOf(body).length > 2);
  const extent = focus.extent?.kind === "stage" ? extentCorners(plan, focus.extent) : [];
  const corners = stage === undefined ? extent : footprintOf(stage);
  const isTiny = corners.length > 0 && Math.hypot(...[0, 1].map((axis) => reachM(corners, axis))) < STAGE_LEAST_M;
  const isChurch = IN_A_CHURCH.test((stage?.name || focus.name || "").toLowerCase());
  if (!isChurch && !(isTiny && hall === "theatre")) return plan;
  const isStated = hall != null && hall !== "theatre";
  return { ...plan, hall: isStated ? hall : isChurch ? "church" : "arena", mood: mood ?? "house_lights" };
}

function reachM(corners: readonly (readonly number[])[], axis: number): number {
  const along = corners.map((corner) => corner[axis]!);
  return Math.max(...along) - Math.min(...along);
}
