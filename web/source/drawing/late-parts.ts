// The parts of a drawing that few halls have. Their scripts are loaded while the stands are built.
import { isPitch } from "./floor";
import { fieldOf } from "./focus-extent";
import type { VenueMeasures } from "./venue-measures";

export type LateParts = {
  amphitheatre: typeof import("./amphitheatre") | null;
  fields: typeof import("./field") | null;
  furniture: typeof import("./furniture") | null;
  assumed: typeof import("./assumed-bodies") | null;
};

/** Loads what a hall needs: the surroundings of an amphitheatre, a field or court, tables, raised floors or marked
 * spaces, and the fronts of stands where the plan has none. */
export async function latePartsOf(measures: VenueMeasures): Promise<LateParts> {
  const hasField = fieldOf(measures.plan) !== null || isPitch(measures);
  const [amphitheatre, fields, furniture, assumed] = await Promise.all([
    measures.hall === "amphitheatre" ? import("./amphitheatre") : null,
    hasField ? import("./field") : null,
    hasFurniture(measures) ? import("./furniture") : null,
    measures.plan.bodies === undefined ? import("./assumed-bodies") : null,
  ]);
  return { amphitheatre, fields, furniture, assumed };
}

function hasFurniture({ plan, loose }: VenueMeasures): boolean {
  const hasSpaces = plan.seatKinds.some(({ properties }) => properties.includes("wheelchair"));
  return hasSpaces || loose.length > 0 || plan.sections.some(({ area }) => area !== undefined);
}
