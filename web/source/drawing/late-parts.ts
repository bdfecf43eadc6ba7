// The parts of a drawing that few halls have. Their scripts are loaded while the stands are built.
import { isPitch } from "./floor";
import { fieldOf } from "./focus-extent";
import type { VenueMeasures } from "./venue-measures";

export type LateParts = {
  amphitheatre: typeof import("./amphitheatre") | null;
  fields: typeof import("./field") | null;
  furniture: typeof import("./furniture") | null;
};

/** Loads what a hall needs: the surroundings of an amphitheatre, a field or court, and tables, raised floors or marked
 * spaces. */
export async function latePartsOf(measures: VenueMeasures): Promise<LateParts> {
  const hasField = fieldOf(measures.plan) !== null || isPitch(measures);
  const [amphitheatre, fields, furniture] = await Promise.all([
    measures.hall === "amphitheatre" ? import("./amphitheatre") : null,
    hasField ? import("./field") : null,
    hasFurniture(measures) ? import("./furniture") : null,
  ]);
  return { amphitheatre, fields, furniture };
}

function hasFurniture({ plan, loose }: VenueMeasures): boolean {
  const hasSpaces = plan.seatKinds.some(({ properties }) => properties.includes("wheelchair"));
  return hasSpaces || loose.length > 0 || plan.sections.some(({ area }) => area !== undefined);
}
