// The lighting and colours of the drawing: a bright hall, or a dark one with a lit stage.

import type { Colour, Point3 } from "./mesh-builder";
import { colour } from "./mesh-builder";
import type { Theme } from "./types";

type Rgb = readonly [red: number, green: number, blue: number];

export type Lamp = {
  at: Point3;
  light: Rgb;
  /** The distance at which the light has fallen to a half. */
  reachM: number;
};

export type Lighting = {
  /** The ambient light from above and from below. */
  skyLight: Rgb;
  groundLight: Rgb;
  lamps: Lamp[];
  haze: Rgb;
  /** The share of the view that is lost to haze per metre. */
  hazeDensity: number;
  glowGain: number;
  exposure: number;
};

/** The colours of materials. They differ between the light and the dark theme. */
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
  /** The colours of chairs, one for each level in turn. */
  chairs: Colour[];
  ribbon: [Colour, Colour];
  skyLow: Colour;
  skyHigh: Colour;
  /** The brightness of lamps, light bands and windows. */
  shine: number;
};

export type StageMeasures = {
  focus: Point3;
  /** The direction from the focus to most of the audience, on the ground plan. */
  audience: readonly [number, number];
  roofZ: number;
  /** The distance from the focus to the farthest seat. */
  radiusM: number;
  isOpenAir: boolean;
  /** Whether it is a show with coloured light, and not a game under white lamps. */
  isShow: boolean;
};

export function lightingOf(theme: Theme, stage: StageMeasures): Lighting {
  return theme === "dark" ? darkLighting(stage) : lightLighting(stage);
}

export function paletteOf(theme: Theme, isOpenAir: boolean): Palette {
  return theme === "dark" ? darkPalette(isOpenAir) : lightPalette(isOpenAir);
}

function darkLighting(stage: StageMeasures): Lighting {
  return stage.isShow ? showLight(stage) : gameLight(stage);
}

/** The lighting of a game: white lamps over the floor, and little light on the stands. */
function gameLight({ focus, radiusM, roofZ }: StageMeasures): Lighting {
  const [x, y] = focus;
  return {
    skyLight: [0.13, 0.14, 0.19],
    groundLight: [0.05, 0.052, 0.065],
    lamps: [{ at: [x, y, roofZ], light: [1.5, 1.46, 1.34], reachM: Math.max(12, radiusM * 0.5) }],
    haze: [0.03, 0.034, 0.055],
    hazeDensity: 0.34 / Math.max(60, radiusM * 1.6),
    glowGain: 1.2,
    exposure: 1.05,
  };
}

function showLight({ focus, audience, radiusM, roofZ }: StageMeasures): Lighting {
  const [x, y, z] = focus;
  const reachM = Math.max(9, radiusM * 0.24);
  const aside: readonly [number, number] = [-audience[1], audience[0]];
  const beside = (side: number, forward: number, up: number): Point3 => [
    x + aside[0] * side + audience[0] * forward,
    y + aside[1] * side + audience[1] * forward,
    z + up,
  ];
  return {
    skyLight: [0.13, 0.14, 0.21],
    groundLight: [0.035, 0.038, 0.06],
    lamps: [
      { at: beside(0, 5, 8), light: [2.1, 1.5, 1.0], reachM },
      { at: beside(reachM * 1.3, -2, 9), light: [0.8, 0.22, 0.62], reachM: reachM * 1.1 },
      { at: beside(-reachM * 1.3, -2, 9), light: [0.2, 0.36, 1.0], reachM: reachM * 1.1 },
      { at: [x, y, roofZ - 2], light: [0.16, 0.18, 0.27], reachM: radiusM * 0.8 },
    ],
    haze: [0.026, 0.026, 0.052],
    hazeDensity: 0.42 / Math.max(60, radiusM * 1.6),
    glowGain: 1.25,
    exposure: 1.05,
  };
}

function lightLighting({ focus, audience, radiusM, roofZ, isOpenAir }: StageMeasures): Lighting {
  const [x, y, z] = focus;
  const sunFar = radiusM * 6;
  const lamps: Lamp[] = [
    { at: [x + audience[0] * 4, y + audience[1] * 4, z + 9], light: [0.55, 0.46, 0.34], reachM: 13 },
    isOpenAir
      ? { at: [x - sunFar * 0.5, y - sunFar * 0.6, sunFar * 0.7], light: [1.35, 1.24, 1.02], reachM: sunFar * 3 }
      : { at: [x, y, roofZ + 6], light: [0.95, 0.9, 0.8], reachM: radiusM },
  ];
  return {
    skyLight: isOpenAir ? [0.62, 0.7, 0.82] : [0.66, 0.67, 0.7],
    groundLight: isOpenAir ? [0.3, 0.3, 0.29] : [0.24, 0.235, 0.23],
    lamps,
    haze: isOpenAir ? [0.55, 0.66, 0.8] : [0.46, 0.49, 0.55],
    hazeDensity: 0.2 / Math.max(60, radiusM * 1.6),
    glowGain: 1.15,
    exposure: 0.92,
  };
}

function darkPalette(isOpenAir: boolean): Palette {
  return {
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
    chairs: ["#34748a", "#4a5f9e", "#7d4f77", "#8a6a45"].map(colour),
    ribbon: [colour("#1d4f8f"), colour("#8a2f8f")],
    skyLow: isOpenAir ? colour("#1c2340") : colour("#14151f"),
    skyHigh: isOpenAir ? colour("#070a16") : colour("#0b0c12"),
    shine: 1,
  };
}

function lightPalette(isOpenAir: boolean): Palette {
  return {
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
    chairs: ["#2f7f96", "#4663ae", "#94517d", "#a2773f"].map(colour),
    ribbon: [colour("#2c6fb4"), colour("#5b55b8")],
    skyLow: isOpenAir ? colour("#dce8f2") : colour("#c7ccd3"),
    skyHigh: isOpenAir ? colour("#5b93cf") : colour("#aab1bb"),
    shine: 0.85,
  };
}
