// The light of a hall in each mood.

import { type EventKind, HALLS, type Hall, type HallKind } from "./halls";
import type { Point3 } from "./mesh-builder";
import type { Mood } from "./mood";

export type Rgb = readonly [red: number, green: number, blue: number];

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

export type StageMeasures = {
  event: EventKind;
  hall: HallKind;
  mood: Mood;
  focus: Point3;
  /** The direction from the focus to most of the audience, on the ground plan. */
  audience: readonly [number, number];
  roofZ: number;
  /** The distance from the focus to the farthest seat. */
  radiusM: number;
  isOpenAir: boolean;
};

export function lightingOf(stage: StageMeasures): Lighting {
  switch (stage.mood) {
    case "concert":
      return SHOWS[HALLS[stage.hall].show](stage);
    case "floodlights":
      return floodlights(stage);
    case "house_lights":
      return HOUSE_LIGHTS[HALLS[stage.hall].lit](stage);
    case "daylight":
      return stage.isOpenAir ? daylight(stage) : houseLights(stage);
  }
}

type ToLighting = (stage: StageMeasures) => Lighting;

const SHOWS: Record<Hall["show"], ToLighting> = { concert: showLight, play: playLight, club: clubLight };
const HOUSE_LIGHTS: Record<Hall["lit"], ToLighting> = {
  white: houseLights,
  chandelier: theatreLights,
  warm: warmLights,
  club: clubHouseLights,
  dusk: duskLight,
};

/** White lamps over the field, and less light on the stands. */
function floodlights({ focus, radiusM, roofZ, isOpenAir }: StageMeasures): Lighting {
  const [x, y] = focus;
  const lampZ = isOpenAir ? roofZ + 14 : roofZ;
  const strength = isOpenAir ? 2.3 : 1.5;
  return {
    skyLight: isOpenAir ? [0.2, 0.22, 0.27] : [0.13, 0.14, 0.19],
    groundLight: isOpenAir ? [0.1, 0.105, 0.11] : [0.05, 0.052, 0.065],
    lamps: [
      { at: [x, y, lampZ], light: [strength, strength * 0.99, strength * 0.93], reachM: Math.max(12, radiusM * 0.5) },
    ],
    haze: [0.03, 0.034, 0.055],
    hazeDensity: 0.3 / Math.max(60, radiusM * 1.6),
    glowGain: 1.25,
    exposure: 1.05,
  };
}

/** Dark stands, haze, warm light on the stage, and coloured light on both sides of it. */
function showLight(stage: StageMeasures): Lighting {
  const { focus, radiusM, roofZ, isOpenAir } = stage;
  const [x, y] = focus;
  const reachM = Math.max(9, radiusM * 0.24);
  const beside = besideFocus(stage);
  return {
    skyLight: [0.075, 0.08, 0.13],
    groundLight: [0.026, 0.028, 0.048],
    lamps: [
      { at: beside(0, 5, 8), light: [2.7, 1.95, 1.35], reachM },
      { at: beside(reachM * 1.3, -2, 9), light: [0.8, 0.22, 0.62], reachM: reachM * 1.1 },
      { at: beside(-reachM * 1.3, -2, 9), light: [0.2, 0.36, 1.0], reachM: reachM * 1.1 },
      { at: [x, y, roofZ - 2], light: isOpenAir ? [0.06, 0.075, 0.13] : [0.08, 0.09, 0.145], reachM: radiusM * 0.8 },
    ],
    haze: [0.034, 0.027, 0.062],
    hazeDensity: 0.6 / Math.max(60, radiusM * 1.6),
    glowGain: 1.25,
    exposure: 1.05,
  };
}

/** A theatre during the play: the stage is lit, and only a little of its light falls on the first rows. During a film, the
 * screen is all the light. */
function playLight(stage: StageMeasures): Lighting {
  const strength = stage.event === "film" ? 0.22 : 1;
  const lamp = (light: Rgb): Rgb => [light[0] * strength, light[1] * strength, light[2] * strength];
  const { radiusM, roofZ } = stage;
  const beside = besideFocus(stage);
  return {
    skyLight: [0.14, 0.115, 0.105],
    groundLight: [0.06, 0.045, 0.042],
    lamps: [
      { at: beside(0, 3, 6), light: lamp([2.5, 1.95, 1.35]), reachM: 6.5 },
      { at: beside(5, -3, 6), light: lamp([0.9, 0.55, 0.35]), reachM: 6 },
      { at: beside(-5, -3, 6), light: lamp([0.35, 0.45, 0.9]), reachM: 6 },
      { at: beside(0, radiusM * 0.5, roofZ - 3), light: [0.13, 0.1, 0.07], reachM: radiusM },
    ],
    haze: [0.02, 0.014, 0.014],
    hazeDensity: 0.25 / Math.max(40, radiusM * 1.6),
    glowGain: 1.2,
    exposure: 1.05,
  };
}

/** A theatre before the play: warm light from the chandelier, and footlights on the curtain. */
function theatreLights(stage: StageMeasures): Lighting {
  const { focus, radiusM, roofZ } = stage;
  const beside = besideFocus(stage);
  return {
    skyLight: [0.36, 0.29, 0.21],
    groundLight: [0.27, 0.2, 0.14],
    lamps: [
      { at: beside(0, radiusM * 0.42, roofZ - focus[2] - 3), light: [1.25, 0.98, 0.66], reachM: radiusM * 0.55 },
      { at: beside(0, 5, 1), light: [0.85, 0.62, 0.4], reachM: 8 },
    ],
    haze: [0.12, 0.085, 0.055],
    hazeDensity: 0.16 / Math.max(40, radiusM * 1.6),
    glowGain: 1.25,
    exposure: 1,
  };
}

/** A club: hardly any light but the coloured lamps over the stage and the warm ones at the bar. */
function clubLight(stage: StageMeasures): Lighting {
  const { radiusM } = stage;
  const beside = besideFocus(stage);
  return {
    skyLight: [0.13, 0.105, 0.15],
    groundLight: [0.055, 0.04, 0.06],
    lamps: [
      { at: beside(0, 2.5, 2.2), light: [2.0, 1.35, 0.9], reachM: 3.6 },
      { at: beside(4.5, 1, 2.2), light: [0.9, 0.18, 0.6], reachM: 4.6 },
      { at: beside(-4.5, 1, 2.2), light: [0.16, 0.35, 1.25], reachM: 4.6 },
      { at: beside(0, radiusM - 2.5, 0.4), light: [0.85, 0.5, 0.22], reachM: 3 },
    ],
    haze: [0.05, 0.03, 0.065],
    hazeDensity: 0.016,
    glowGain: 1.3,
    exposure: 1.08,
  };
}

/** The last light of the day, and warm lamps. */
function duskLight(stage: StageMeasures): Lighting {
  const beside = besideFocus(stage);
  return {
    skyLight: [0.3, 0.3, 0.42],
    groundLight: [0.2, 0.16, 0.14],
    lamps: [{ at: beside(0, 6, 9), light: [1.2, 0.85, 0.5], reachM: Math.max(12, stage.radiusM * 0.6) }],
    haze: [0.2, 0.17, 0.2],
    hazeDensity: 0.1 / Math.max(60, stage.radiusM),
    glowGain: 1.2,
    exposure: 1,
  };
}

function houseLights(stage: StageMeasures): Lighting {
  const { focus, radiusM, roofZ } = stage;
  const [x, y] = focus;
  return {
    skyLight: [0.66, 0.67, 0.7],
    groundLight: [0.24, 0.235, 0.23],
    lamps: [
      { at: besideFocus(stage)(0, 4, 9), light: [0.55, 0.46, 0.34], reachM: 13 },
      { at: [x, y, roofZ + 6], light: [0.95, 0.9, 0.8], reachM: radiusM },
    ],
    haze: [0.46, 0.49, 0.55],
    hazeDensity: 0.2 / Math.max(60, radiusM * 1.6),
    glowGain: 1.15,
    exposure: 0.92,
  };
}

/** The lamps of a club when nobody plays. */
function clubHouseLights(stage: StageMeasures): Lighting {
  const lit = houseLights(stage);
  const over = { at: besideFocus(stage)(0, 4, 2.5), light: lit.lamps[0]!.light, reachM: 6 };
  return { ...lit, groundLight: [0.34, 0.31, 0.28], lamps: [over, lit.lamps[1]!], haze: [0.2, 0.18, 0.17] };
}

/** Warm lamps all over a room, and a little more light on its stage. */
function warmLights(stage: StageMeasures): Lighting {
  const { focus, radiusM, roofZ } = stage;
  const beside = besideFocus(stage);
  return {
    skyLight: [0.4, 0.36, 0.3],
    groundLight: [0.3, 0.26, 0.21],
    lamps: [
      { at: beside(0, 2, 7), light: [0.95, 0.8, 0.58], reachM: 11 },
      { at: beside(0, radiusM * 0.5, roofZ - focus[2] - 1.5), light: [0.85, 0.72, 0.52], reachM: radiusM * 0.7 },
    ],
    haze: [0.2, 0.17, 0.13],
    hazeDensity: 0.14 / Math.max(40, radiusM * 1.6),
    glowGain: 1.2,
    exposure: 1,
  };
}

function daylight(stage: StageMeasures): Lighting {
  const { focus, radiusM } = stage;
  const [x, y] = focus;
  const sunFar = radiusM * 6;
  return {
    skyLight: [0.46, 0.53, 0.64],
    groundLight: [0.26, 0.26, 0.24],
    lamps: [{ at: [x - sunFar * 0.5, y - sunFar * 0.6, sunFar * 0.7], light: [1.75, 1.6, 1.3], reachM: sunFar * 3 }],
    haze: [0.5, 0.61, 0.75],
    hazeDensity: 0.1 / Math.max(60, radiusM * 1.6),
    glowGain: 1.15,
    exposure: 0.92,
  };
}

/** A point beside the focus, towards the audience and above it, in metres. */
function besideFocus({ focus, audience }: StageMeasures): (side: number, forward: number, up: number) => Point3 {
  const [x, y, z] = focus;
  return (side, forward, up) => [
    x - audience[1] * side + audience[0] * forward,
    y + audience[0] * side + audience[1] * forward,
    z + up,
  ];
}
