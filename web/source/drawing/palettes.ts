// The colours of materials, for each kind of hall.

import type { HallKind } from "./halls";
import type { Colour } from "./mesh-builder";
import { colour } from "./mesh-builder";
import type { Mood } from "./mood";
import { isNight } from "./mood";

export type Palette = {
  concrete: Colour;
  nosing: Colour;
  wall: Colour;
  wallTop: Colour;
  floor: Colour;
  board: Colour;
  ceiling: Colour;
  steel: Colour;
  cover: Colour;
  deck: Colour;
  skirt: Colour;
  /** Whether parapets and the frame of a stage are gilded, and have mouldings and lamps. */
  ornament: "gilded" | "plain";
  /** Mouldings and rails, plaster, and the curtain of a stage in its light and its folds. */
  trim: Colour;
  plaster: Colour;
  curtain: Colour;
  fold: Colour;
  /** The colours of chairs, one for each level in turn. */
  chairs: Colour[];
  ribbon: [Colour, Colour];
  skyLow: Colour;
  skyHigh: Colour;
  /** The brightness of lamps, light bands and windows. */
  shine: number;
};

export function paletteOf(hall: HallKind, mood: Mood): Palette {
  const base = isNight(mood) ? NIGHT : DAY;
  return { ...base, ...SKIES[mood], ...HALLS[hall] };
}

/** Mouldings and cloths of a theatre. */
const HOUSE: Pick<Palette, "ornament" | "trim" | "plaster" | "curtain" | "fold"> = {
  ornament: "plain",
  trim: colour("#c79a4b"),
  plaster: colour("#dccaa2"),
  curtain: colour("#96202c"),
  fold: colour("#4d0e18"),
};

const NIGHT = {
  concrete: colour("#73778a"),
  nosing: colour("#a3a5ae"),
  wall: colour("#3d4150"),
  wallTop: colour("#2c2f3c"),
  floor: colour("#5b5f6e"),
  board: colour("#2b4258"),
  ceiling: colour("#262935"),
  steel: colour("#6b7182"),
  cover: colour("#2a2c36"),
  deck: colour("#7d6f69"),
  skirt: colour("#25232c"),
  ...HOUSE,
  chairs: ["#34748a", "#4a5f9e", "#7d4f77", "#8a6a45"].map(colour),
  ribbon: [colour("#1d4f8f"), colour("#8a2f8f")] as [Colour, Colour],
  shine: 1,
};

const DAY = {
  concrete: colour("#a6aab1"),
  nosing: colour("#d4d6d8"),
  wall: colour("#8d949f"),
  wallTop: colour("#b4bac2"),
  floor: colour("#918c86"),
  board: colour("#3f6c8c"),
  ceiling: colour("#98a0ab"),
  steel: colour("#737a88"),
  cover: colour("#7a7f8b"),
  deck: colour("#a58c75"),
  skirt: colour("#3a3d49"),
  ...HOUSE,
  chairs: ["#2f7f96", "#4663ae", "#94517d", "#a2773f"].map(colour),
  ribbon: [colour("#2c6fb4"), colour("#5b55b8")] as [Colour, Colour],
  shine: 0.85,
};

const SKIES: Record<Mood, { skyLow: Colour; skyHigh: Colour }> = {
  concert: { skyLow: colour("#57406a"), skyHigh: colour("#070b1c") },
  floodlights: { skyLow: colour("#1c2340"), skyHigh: colour("#05070f") },
  house_lights: { skyLow: colour("#e2a06c"), skyHigh: colour("#27406e") },
  daylight: { skyLow: colour("#dce8f2"), skyHigh: colour("#4b86c8") },
};

const STADIUM: Partial<Palette> = {
  concrete: colour("#9ba0a6"),
  nosing: colour("#c9b85a"),
  wall: colour("#7f868f"),
  wallTop: colour("#9aa1aa"),
  floor: colour("#6f7672"),
  board: colour("#27496f"),
  ceiling: colour("#d3d8dc"),
  steel: colour("#c4cad0"),
  chairs: ["#1f5aa8", "#1f5aa8", "#23467c", "#1f5aa8"].map(colour),
  ribbon: [colour("#16386b"), colour("#1d4f8f")],
};

const THEATRE: Partial<Palette> = {
  ornament: "gilded",
  concrete: colour("#6a3234"),
  nosing: colour("#9b7a45"),
  wall: colour("#7c2f31"),
  wallTop: colour("#8f4038"),
  floor: colour("#5a2a2d"),
  board: colour("#6b3a2a"),
  ceiling: colour("#d9c9a6"),
  steel: colour("#b8924c"),
  cover: colour("#6e5f55"),
  deck: colour("#7a5638"),
  skirt: colour("#4a2c20"),
  chairs: ["#a3232f", "#962030", "#8a2030", "#a3232f"].map(colour),
};

/** What differs from the arena, whose colours are those above. Those of rooms are loaded with them (room-palettes.ts). */
const HALLS: Partial<Record<HallKind, Partial<Palette>>> = {
  arena: {},
  stadium: STADIUM,
  ballpark: { ...STADIUM, chairs: ["#1f6b4a", "#1f6b4a", "#27543f", "#1f6b4a"].map(colour), board: colour("#20543c") },
  theatre: THEATRE,
  opera: { ...THEATRE, wall: colour("#8a2a2f"), wallTop: colour("#9c3f3a"), ceiling: colour("#e6d7b2") },
  amphitheatre: {
    concrete: colour("#b5a27d"),
    nosing: colour("#c4b391"),
    wall: colour("#ab9670"),
    wallTop: colour("#bba883"),
    floor: colour("#a8956f"),
    board: colour("#a5916c"),
    ceiling: colour("#6b6f78"),
    steel: colour("#5d636d"),
    deck: colour("#94714c"),
    skirt: colour("#3b3130"),
  },
  club: {
    concrete: colour("#4b4650"),
    nosing: colour("#7a6c5c"),
    wall: colour("#7d5547"),
    wallTop: colour("#6b483c"),
    floor: colour("#54453c"),
    board: colour("#3a2f33"),
    ceiling: colour("#1e1d24"),
    steel: colour("#4d4f58"),
    deck: colour("#4c3d36"),
    skirt: colour("#17161c"),
    chairs: ["#5b2f33", "#463038"].map(colour),
    ribbon: [colour("#5a2638"), colour("#3a2a52")],
  },
};
