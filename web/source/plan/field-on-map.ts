// The field that the map draws at the focus of a stadium whose layout does not describe one.
import { extentOutline, turnedRectangle } from "./focus-shapes";
import type { MapPoint, SectionShape } from "./map-shapes";
import { isInside } from "./map-shapes";
import type { Plan } from "./plan";

const PITCH = { widthM: 105, depthM: 68 };
const SCALES = [1, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6];
const TURNS_DEG = [90, 180];

/**
 * Returns the plan with a football pitch at its focus, as large as the stands leave room for. The drawn view shows one
 * there, too. A plan with an extent or a stage stays as it is.
 */
export function withField(plan: Plan, shapes: readonly SectionShape[], closed: ReadonlySet<string>): Plan {
  const { focus } = plan;
  if (plan.hall !== "stadium" || focus.extent !== null || plan.obstructions.some(({ kind }) => kind === "stage")) {
    return plan;
  }
  const stands = shapes.filter(({ section }) => !closed.has(section.id));
  for (const scale of SCALES) {
    for (const turnDeg of TURNS_DEG) {
      const [widthM, depthM] = [PITCH.widthM * scale, PITCH.depthM * scale];
      const corners = turnedRectangle({ x: focus.x, y: -focus.y }, widthM, depthM, turnDeg);
      if (!isClear(corners, stands)) continue;
      const extent = { kind: "football" as const, widthM, depthM, heightM: 0, turnDeg, points: [] };
      return { ...plan, focus: { ...focus, extent } };
    }
  }
  return plan;
}

/** The shapes without closed places on the field, such as the floor of a concert during a match. */
export function withoutClosedOnField(
  { focus }: Plan,
  shapes: readonly SectionShape[],
  closed: ReadonlySet<string>,
): SectionShape[] {
  const field = extentOutline(focus);
  return shapes.filter(({ section, centre }) => !closed.has(section.id) || !isInside(centre, field));
}

/** Whether no stand reaches into the rectangle, and none lies around it. */
function isClear(corners: readonly MapPoint[], stands: readonly SectionShape[]): boolean {
  return stands.every(
    ({ outline }) =>
      !outline.some((corner) => isInside(corner, corners)) && !corners.some((corner) => isInside(corner, outline)),
  );
}
