// The parts of a drawing that few halls have. Their scripts are loaded while the stands are built.
import { isEmptyHall } from "./event-kind";
import { isPitch } from "./floor";
import { fieldOf } from "./focus-extent";
import { HALLS } from "./halls";
import { type Palette, paletteOf } from "./palettes";
import type { VenueMeasures } from "./venue-measures";

export type LateParts = {
  club: typeof import("./club") | null;
  theatre: typeof import("./theatre") | null;
  interiors: typeof import("./interiors") | null;
  proscenium: typeof import("./proscenium") | null;
  rink: typeof import("./rink") | null;
  rig: typeof import("./arena-rig") | null;
  suites: typeof import("./suites") | null;
  amphitheatre: typeof import("./amphitheatre") | null;
  fields: typeof import("./field") | null;
  furniture: typeof import("./furniture") | null;
  performers: typeof import("./performers") | null;
  assumed: typeof import("./assumed-bodies") | null;
};

/** Loads the colours of a room. Other halls have theirs at once. */
export async function paletteFor({ hall, mood }: VenueMeasures): Promise<Palette> {
  const palette = paletteOf(hall, mood);
  if (HALLS[hall].building !== "room") return palette;
  const { ROOM_PALETTES } = await import("./room-palettes");
  return { ...palette, ...ROOM_PALETTES[hall] };
}

/** Loads what a hall needs: the house and stage of a theatre or a club, suites, the surroundings of an
 * amphitheatre, a field or court, tables, raised floors or marked spaces, those who perform, and the fronts of stands where the plan has
 * none. */
export async function latePartsOf(measures: VenueMeasures): Promise<LateParts> {
  const hall = HALLS[measures.hall];
  const hasField = fieldOf(measures.plan) !== null || isPitch(measures);
  const [
    club,
    theatre,
    interiors,
    proscenium,
    rink,
    rig,
    suites,
    amphitheatre,
    fields,
    furniture,
    performers,
    assumed,
  ] = await Promise.all([
    hall.building === "club" ? import("./club") : null,
    hall.hasCircles ? import("./theatre") : null,
    hall.building === "room" ? import("./interiors") : null,
    hall.hasProscenium ? import("./proscenium") : null,
    hasPanes(measures) ? import("./rink") : null,
    measures.hall === "arena" && !measures.isOpenAir ? import("./arena-rig") : null,
    hasSuites(measures) ? import("./suites") : null,
    hall.building === "stone" ? import("./amphitheatre") : null,
    hasField ? import("./field") : null,
    hasFurniture(measures) ? import("./furniture") : null,
    hasPerformers(measures, hasField) ? import("./performers") : null,
    measures.plan.bodies === undefined ? import("./assumed-bodies") : null,
  ]);
  return {
    club,
    theatre,
    interiors,
    proscenium,
    rink,
    rig,
    suites,
    amphitheatre,
    fields,
    furniture,
    performers,
    assumed,
  };
}

/** Teams play on every field, also on one that is assumed, unless the hall is empty. */
function hasPerformers({ event, plan }: VenueMeasures, hasField: boolean): boolean {
  return hasField ? !isEmptyHall(plan) : event !== "none" && event !== "film";
}

function hasPanes({ plan }: VenueMeasures): boolean {
  return (plan.bodies ?? []).some(({ kind }) => kind === "glass" || kind === "net");
}

function hasSuites({ plan }: VenueMeasures): boolean {
  return plan.sections.some(({ kind, rows }) => kind === "suite" && rows.length === 0);
}

function hasFurniture({ plan, loose }: VenueMeasures): boolean {
  const hasSpaces = plan.seatKinds.some(({ properties }) => properties.includes("wheelchair"));
  return hasSpaces || loose.length > 0 || plan.sections.some(({ area }) => area !== undefined);
}
