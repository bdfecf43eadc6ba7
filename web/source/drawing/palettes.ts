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

/** What differs from the arena, whose colours are those above. */
const HALLS: Record<HallKind, Partial<Palette>> = {
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
  playhouse: {
    concrete: colour("#5a4a3e"),
    nosing: colour("#8d7a62"),
    wall: colour("#3a4250"),
    wallTop: colour("#2b313c"),
    floor: colour("#4c4038"),
    board: colour("#6b4d36"),
    ceiling: colour("#23262d"),
    steel: colour("#5a5e66"),
    cover: colour("#4a4d55"),
    deck: colour("#5d4634"),
    skirt: colour("#1c1b20"),
    trim: colour("#9a7448"),
    plaster: colour("#4b5362"),
    curtain: colour("#3f4a68"),
    fold: colour("#1d2335"),
    chairs: ["#2f5a6b", "#2b5262", "#2f5a6b"].map(colour),
  },
  black_box: {
    concrete: colour("#3a3a3e"),
    nosing: colour("#6d6d70"),
    wall: colour("#2b2b2f"),
    wallTop: colour("#1f1f23"),
    floor: colour("#2f2e30"),
    board: colour("#2a2a2e"),
    ceiling: colour("#17171a"),
    steel: colour("#4b4d52"),
    cover: colour("#333338"),
    deck: colour("#38363a"),
    skirt: colour("#1a1a1d"),
    trim: colour("#55575c"),
    plaster: colour("#2b2b2f"),
    curtain: colour("#26262b"),
    fold: colour("#121215"),
    chairs: ["#5a5d66"].map(colour),
  },
  concert_hall: {
    concrete: colour("#a87f52"),
    nosing: colour("#d0ad7c"),
    wall: colour("#b98b57"),
    wallTop: colour("#c89c66"),
    floor: colour("#a47c50"),
    board: colour("#8f6539"),
    ceiling: colour("#efe7d6"),
    steel: colour("#a38a5f"),
    cover: colour("#8d7a62"),
    deck: colour("#d3ab73"),
    skirt: colour("#8a6238"),
    trim: colour("#7c5730"),
    plaster: colour("#f0e8d8"),
    curtain: colour("#8a6238"),
    fold: colour("#5c3f22"),
    chairs: ["#7d2f38", "#74303a", "#7d2f38"].map(colour),
  },
  cinema: {
    concrete: colour("#3c3440"),
    nosing: colour("#6a5a3c"),
    wall: colour("#37303f"),
    wallTop: colour("#28232f"),
    floor: colour("#322b37"),
    board: colour("#2c2733"),
    ceiling: colour("#1c1a22"),
    steel: colour("#3c3b44"),
    cover: colour("#37343c"),
    deck: colour("#2b272e"),
    skirt: colour("#141217"),
    trim: colour("#5c4a70"),
    plaster: colour("#453d50"),
    curtain: colour("#4d1f2c"),
    fold: colour("#2a1018"),
    chairs: ["#7a2029", "#6d1d26"].map(colour),
  },
  school_hall: {
    concrete: colour("#b98f5e"),
    nosing: colour("#d6b283"),
    wall: colour("#dcd6c6"),
    wallTop: colour("#e8e4d8"),
    floor: colour("#c0925c"),
    board: colour("#8fa7a4"),
    ceiling: colour("#e9e7df"),
    steel: colour("#7d8790"),
    cover: colour("#9aa0a5"),
    deck: colour("#a47a4c"),
    skirt: colour("#5f4a35"),
    trim: colour("#8a6a45"),
    plaster: colour("#ded8c8"),
    curtain: colour("#28508a"),
    fold: colour("#162d52"),
    chairs: ["#3a6ea5", "#3a6ea5"].map(colour),
  },
  church: {
    concrete: colour("#a79c8a"),
    nosing: colour("#bdb3a2"),
    wall: colour("#ded6c6"),
    wallTop: colour("#e9e3d6"),
    floor: colour("#a2988a"),
    board: colour("#7a5636"),
    ceiling: colour("#d9d0be"),
    steel: colour("#7a6a52"),
    deck: colour("#efe9da"),
    skirt: colour("#d8cfbb"),
    trim: colour("#b3a68e"),
    plaster: colour("#efe9dc"),
    curtain: colour("#7a5636"),
    fold: colour("#4f3722"),
    chairs: ["#7a5230", "#704a2b"].map(colour),
  },
  conference: {
    concrete: colour("#5e6672"),
    nosing: colour("#878d96"),
    wall: colour("#cfd3d6"),
    wallTop: colour("#dde0e2"),
    floor: colour("#56606e"),
    board: colour("#a9865c"),
    ceiling: colour("#e6e8e9"),
    steel: colour("#8a9097"),
    deck: colour("#8e7355"),
    skirt: colour("#39404b"),
    trim: colour("#a9865c"),
    plaster: colour("#cfd3d6"),
    curtain: colour("#24406b"),
    fold: colour("#16294a"),
    chairs: ["#35506f", "#35506f"].map(colour),
  },
};
