// The kinds of halls: their measures, and what the drawing builds around the seats of each.
import type { Plan } from "../plan/plan";

export type HallKind = NonNullable<Plan["hall"]>;

/** A venue with a larger radius is drawn under the open sky if the plan does not say what it is. */
const OPEN_AIR_M = 85;

/** The kind that the plan names. Otherwise a very large venue is taken for a stadium, and any other for an arena. */
export function hallOf(hall: HallKind | null | undefined, radiusM: number): HallKind {
  return hall ?? (radiusM > OPEN_AIR_M ? "stadium" : "arena");
}

export function isUnderTheSky(hall: HallKind): boolean {
  return HALLS[hall].isUnderTheSky === true;
}

/** The measures in which kinds of halls differ. src/seatpreview/sightlines/measures.py has the same. */
export type HallShape = {
  /** A stand that begins higher than this above the floor is a deck; a lower one stands on the floor. */
  deckFromM: number;
  /** The thickness of a deck at its front. */
  slabM: number;
  /** How far the floor of a row reaches beyond its last seat where no section follows. */
  rowEndM: number;
  /** The height of the roof over the highest row, and over obstructions. */
  roofOverSeatsM: number;
  roofOverBodiesM: number;
  roofLeastM: number;
};

// biome-ignore format: a table.
export const HALL_SHAPES: Record<HallKind, HallShape> = {
  arena: { deckFromM: 3.5, slabM: 1.25, rowEndM: 0.55, roofOverSeatsM: 7.5, roofOverBodiesM: 2.5, roofLeastM: 8 },
  theatre: { deckFromM: 2.2, slabM: 1, rowEndM: 1.25, roofOverSeatsM: 4.4, roofOverBodiesM: 1, roofLeastM: 8 },
  stadium: { deckFromM: 3.5, slabM: 1.25, rowEndM: 0.55, roofOverSeatsM: 6, roofOverBodiesM: 2.5, roofLeastM: 8 },
  amphitheatre: { deckFromM: Infinity, slabM: 1.25, rowEndM: 0.5, roofOverSeatsM: 7.5, roofOverBodiesM: 2.5, roofLeastM: 8 },
  club: { deckFromM: 2.2, slabM: 0.55, rowEndM: 0.35, roofOverSeatsM: 3, roofOverBodiesM: 0.6, roofLeastM: 4.2 },
  opera: { deckFromM: 2.2, slabM: 1, rowEndM: 1.25, roofOverSeatsM: 4.4, roofOverBodiesM: 1, roofLeastM: 10 },
  playhouse: { deckFromM: 2.2, slabM: 1, rowEndM: 1.25, roofOverSeatsM: 4.4, roofOverBodiesM: 1, roofLeastM: 8 },
  black_box: { deckFromM: 2.2, slabM: 0.5, rowEndM: 0.4, roofOverSeatsM: 3.2, roofOverBodiesM: 0.8, roofLeastM: 5.5 },
  concert_hall: { deckFromM: 3.5, slabM: 0.9, rowEndM: 0.8, roofOverSeatsM: 6.5, roofOverBodiesM: 2, roofLeastM: 14 },
  cinema: { deckFromM: 2.2, slabM: 1, rowEndM: 1.25, roofOverSeatsM: 3.6, roofOverBodiesM: 0.8, roofLeastM: 6 },
  school_hall: { deckFromM: 2.2, slabM: 0.7, rowEndM: 0.8, roofOverSeatsM: 3.2, roofOverBodiesM: 0.8, roofLeastM: 6.4 },
  church: { deckFromM: 2.2, slabM: 0.6, rowEndM: 0.5, roofOverSeatsM: 6, roofOverBodiesM: 2, roofLeastM: 10 },
  conference: { deckFromM: 2.2, slabM: 0.6, rowEndM: 0.8, roofOverSeatsM: 2.8, roofOverBodiesM: 0.6, roofLeastM: 4.6 },
  ballpark: { deckFromM: 3.5, slabM: 1.25, rowEndM: 0.55, roofOverSeatsM: 6, roofOverBodiesM: 2.5, roofLeastM: 8 },
};

/** `speaker` is what is drawn where a stage is lit and nothing tells what is on it: one person, without scenery. */
export type EventKind = "band" | "orchestra" | "play" | "lecture" | "speaker" | "match" | "film" | "none";

export type ChairKind = "upholstered" | "shell" | "stacking" | "recliner" | "wooden" | "pew";

/** A pattern that gives a surface its grain. It fades with distance, where it would flicker. */
export type Pattern = "plain" | "brick" | "stone" | "grass" | "wood";

/** What a kind of hall is, besides its measures and its colours. */
export type Hall = {
  /** The script that builds it: the bowl of an arena or a stadium, the gilded house of a theatre, stone steps, a club, or
   * one of the rooms of interiors.ts. */
  building: "bowl" | "house" | "stone" | "club" | "room";
  /** Raised stands have parapets instead of rails, and boxes have sides and ceilings; measures.py has the same. */
  hasCircles?: boolean;
  /** A wall with an opening stands between the house and the stage. */
  hasProscenium?: boolean;
  isUnderTheSky?: boolean;
  /** What is on a stage whose configuration does not say it: in coloured light, and in white light. */
  events: readonly [shown: EventKind, lit: EventKind];
  /** The light of a show, and that of a hall that is not dark. */
  show: "concert" | "play" | "club";
  lit: "white" | "chandelier" | "warm" | "club" | "dusk";
  chairs: ChairKind | null;
  stands?: Pattern;
  walls?: Pattern;
  /** Whether the air shows beams of light at a concert. */
  hasBeams?: boolean;
};

const BOWL: Hall = { building: "bowl", events: ["band", "speaker"], show: "concert", lit: "white", chairs: "shell" };
const HOUSE: Hall = {
  building: "house",
  hasCircles: true,
  hasProscenium: true,
  events: ["play", "none"],
  show: "play",
  lit: "chandelier",
  chairs: "upholstered",
};
const ROOM: Hall = { ...HOUSE, building: "room", hasProscenium: false, lit: "warm" };

export const HALLS: Record<HallKind, Hall> = {
  arena: { ...BOWL, hasBeams: true },
  theatre: HOUSE,
  stadium: { ...BOWL, isUnderTheSky: true },
  amphitheatre: {
    building: "stone",
    isUnderTheSky: true,
    events: ["band", "play"],
    show: "concert",
    lit: "dusk",
    chairs: null,
    stands: "stone",
    walls: "stone",
  },
  club: {
    building: "club",
    events: ["band", "band"],
    show: "club",
    lit: "club",
    chairs: "upholstered",
    walls: "brick",
    hasBeams: true,
  },
  opera: HOUSE,
  playhouse: { ...ROOM, hasProscenium: true, stands: "wood" },
  black_box: { ...ROOM, hasCircles: false, chairs: "stacking" },
  concert_hall: { ...ROOM, events: ["orchestra", "orchestra"], chairs: "wooden", stands: "wood", walls: "wood" },
  cinema: { ...ROOM, events: ["none", "none"], chairs: "recliner" },
  school_hall: {
    ...ROOM,
    hasProscenium: true,
    events: ["play", "none"],
    lit: "white",
    chairs: "stacking",
    stands: "wood",
  },
  church: { ...ROOM, events: ["orchestra", "none"], chairs: "pew", stands: "stone", walls: "plain" },
  conference: { ...ROOM, events: ["speaker", "lecture"], lit: "white", chairs: "stacking" },
  ballpark: { ...BOWL, isUnderTheSky: true },
};
