// The kinds of halls: what the drawing builds around the seats.
import type { Plan } from "../plan/plan";

export type HallKind = NonNullable<Plan["hall"]>;

/** A venue with a larger radius is drawn under the open sky if the plan does not say what it is. */
const OPEN_AIR_M = 85;

/** The kind that the plan names. Otherwise a very large venue is taken for a stadium, and any other for an arena. */
export function hallOf(hall: HallKind | null | undefined, radiusM: number): HallKind {
  return hall ?? (radiusM > OPEN_AIR_M ? "stadium" : "arena");
}

export function isUnderTheSky(hall: HallKind): boolean {
  return hall === "stadium" || hall === "amphitheatre";
}

/** The measures in which kinds of halls differ. */
export type HallShape = {
  /** A stand that begins higher than this above the floor is a deck; a lower one stands on the floor. */
  deckFromM: number;
  /** The height of the roof over the highest row, and over obstructions. */
  roofOverSeatsM: number;
  roofOverBodiesM: number;
  roofLeastM: number;
  /** The thickness of a deck at its front. */
  slabM: number;
  /** How far the floor of a row reaches beyond its last seat where no section follows. */
  rowEndM: number;
};

const ARENA: HallShape = {
  deckFromM: 3.5,
  roofOverSeatsM: 7.5,
  roofOverBodiesM: 2.5,
  roofLeastM: 8,
  slabM: 1.25,
  rowEndM: 0.55,
};

export const HALL_SHAPES: Record<HallKind, HallShape> = {
  arena: ARENA,
  stadium: { ...ARENA, roofOverSeatsM: 6 },
  theatre: { deckFromM: 2.2, roofOverSeatsM: 4.4, roofOverBodiesM: 1, roofLeastM: 8, slabM: 1, rowEndM: 1.25 },
  amphitheatre: { ...ARENA, deckFromM: Infinity, rowEndM: 0.5 },
  club: { deckFromM: 2.2, roofOverSeatsM: 3, roofOverBodiesM: 0.6, roofLeastM: 4.2, slabM: 0.55, rowEndM: 0.35 },
};
