// Where the rows of a section are, by its written geometry, computed as the service does it
// (seatpreview/layouts/row_placement.py).
import type { Point, Seating, SectionGeometry } from "../plan/plan";
import { bearingDeg } from "../plan/positions";
import { type Json, LayoutFault, list, number, numbers, object } from "./written-json";
import { nameOf } from "./written-names";

/** A geometry whose centre is always stated. */
export type Placement = SectionGeometry & { centre: [number, number] };

const SEATED_EYE_M = 1.2;
const RISER_MAX_M = 5;
const GAP_M = 1.2;

export const USUAL_MEMBERS = {
  bearingDeg: 0,
  bearingStepDeg: 0,
  elevationM: 0,
  treadM: 0.85,
  riserM: 0,
  spacingM: 0.5,
  shiftM: 0,
  shiftStepM: 0,
};

/** Where rows with these ids are. Throws if the geometry does not say it. */
export function placementOf(
  members: Json,
  focus: Point,
  levelHeightM: number,
  rowIds: readonly string[],
  at: string,
): Placement {
  const framed = framedPlacement(members, focus, levelHeightM, at);
  const gaps = gapsOf(members, rowIds, `${at}/rowGaps`);
  const depthsM = depthsOf(gaps, framed.treadM, rowIds.length);
  const heightsM = heightsOf({ members, gaps, framed, focus, depthsM, rows: rowIds.length, at });
  return { ...framed, rowDepthsM: depthsM.map(rounded), rowHeightsM: heightsM.map(rounded) };
}

/** How far the slots of each row are to the right of the row's middle; null where all follow at the usual spacing. */
export function rowOffsets(
  members: Json,
  spacingM: number,
  rows: ReadonlyMap<string, Seating>,
  at: string,
): Map<string, number[]> | null {
  const aislesM = aislesOf(members, `${at}/aisles`);
  const align = members.align === "left" || members.align === "right" ? members.align : "centre";
  if (aislesM.size === 0 && align === "centre") return null;
  const lines = [...rows].map(([id, seating]) => [id, lineOf(seating, spacingM, aislesM)] as const);
  const widestM = Math.max(0, ...lines.map(([, line]) => line.at(-1) ?? 0));
  const starts = {
    left: () => -widestM / 2,
    centre: (endM: number) => -endM / 2,
    right: (endM: number) => widestM / 2 - endM,
  };
  return new Map(
    lines.map(([id, line]) => {
      const startM = starts[align](line.at(-1) ?? 0);
      return [id, line.map((rightM) => rounded(startM + rightM))];
    }),
  );
}

/** A number of metres as the service stores it. */
export function rounded(metres: number): number {
  return Math.round(metres * 10_000) / 10_000 + 0;
}

function framedPlacement(members: Json, focus: Point, levelHeightM: number, at: string): Placement {
  const usual = usualMembers(members);
  const place = members.origin == null ? aroundFocus(members, usual, focus, at) : atOrigin(members, focus, at);
  return {
    ...usual,
    shape: isCurved(members) ? "curved" : "straight",
    centre: place.centre,
    bearingDeg: place.bearingDeg,
    distanceM: place.distanceM,
    elevationM: usual.elevationM + levelHeightM + place.z,
    rowDepthsM: [],
    rowHeightsM: [],
  };
}

function usualMembers(members: Json): typeof USUAL_MEMBERS {
  const usual = { ...USUAL_MEMBERS };
  for (const name of Object.keys(usual) as (keyof typeof usual)[]) usual[name] = number(members[name], usual[name]);
  return usual;
}

type FramedPlace = { centre: [number, number]; bearingDeg: number; distanceM: number; z: number };

function aroundFocus(members: Json, usual: typeof USUAL_MEMBERS, focus: Point, at: string): FramedPlace {
  const distanceM = number(members.distanceM, Number.NaN);
  if (!(distanceM > 0)) {
    throw new LayoutFault(
      `${at}/distanceM`,
      "is missing; give distanceM in metres, or origin, where the section stands",
    );
  }
  const place = { bearingDeg: usual.bearingDeg, z: 0 };
  const radiusM = number(members.radiusM, 0);
  if (radiusM <= 0) return { ...place, centre: [focus.x, focus.y], distanceM };
  return { ...place, centre: moved(focus, usual.bearingDeg, distanceM - radiusM), distanceM: radiusM };
}

function atOrigin(members: Json, focus: Point, at: string): FramedPlace {
  const written = object(members.origin, `${at}/origin`);
  const origin = { x: number(written.x, 0), y: number(written.y, 0), z: number(written.z, 0) };
  const facingDeg = number(members.facingDeg, bearingDeg(origin, focus));
  const behindDeg = (((facingDeg + 180) % 360) + 360) % 360;
  const awayM = Math.max(0.5, Math.hypot(origin.x - focus.x, origin.y - focus.y));
  const distanceM = isCurved(members) ? number(members.radiusM, 0) || awayM : 0;
  return { centre: moved(origin, behindDeg, -distanceM), bearingDeg: behindDeg, distanceM, z: origin.z };
}

function isCurved(members: Json): boolean {
  return members.shape === "curved";
}

function moved({ x, y }: { x: number; y: number }, bearing: number, byM: number): [number, number] {
  const turn = (bearing * Math.PI) / 180;
  return [x + byM * Math.sin(turn), y + byM * Math.cos(turn)];
}

/** The depth and the rise of a gap, by the index of the row in front of it. */
type Gaps = Map<number, { depthM: number; riseM: number }>;

function gapsOf(members: Json, rowIds: readonly string[], at: string): Gaps {
  const gaps: Gaps = new Map();
  list(members.rowGaps ?? [], at).forEach((each, index) => {
    const gap = object(each, `${at}/${index}`);
    const row = rowIds.indexOf(nameOf(gap.after, `${at}/${index}/after`));
    if (row >= 0) gaps.set(row, { depthM: number(gap.depthM, GAP_M), riseM: number(gap.riseM, 0) });
  });
  return gaps;
}

function depthsOf(gaps: Gaps, treadM: number, rows: number): number[] {
  if (gaps.size === 0) return [];
  const depthsM: number[] = [];
  let depthM = 0;
  for (let row = 0; row < rows; row++) {
    depthsM.push(depthM);
    depthM += treadM + (gaps.get(row)?.depthM ?? 0);
  }
  return depthsM;
}

type Rake = {
  members: Json;
  gaps: Gaps;
  framed: Placement;
  focus: Point;
  depthsM: readonly number[];
  rows: number;
  at: string;
};

/** The height of each row above the first; none if all risers are equal. */
function heightsOf({ members, gaps, framed, focus, depthsM, rows, at }: Rake): number[] {
  const risersM = numbers(members.risersM ?? [], `${at}/risersM`);
  const cValueMm = number(members.cValueMm, Number.NaN);
  const hasRise = [...gaps.values()].some(({ riseM }) => riseM !== 0);
  if (risersM.length === 0 && Number.isNaN(cValueMm) && !hasRise) return [];
  const distancesM = distancesOf(framed, focus, rows, depthsM);
  const riserM = (row: number, inFrontM: number): number => {
    if (risersM.length > 0) return risersM[Math.min(row - 1, risersM.length - 1)]!;
    if (Number.isNaN(cValueMm)) return framed.riserM;
    const eyeM = framed.elevationM - focus.z + inFrontM + SEATED_EYE_M;
    const neededM = ((eyeM + cValueMm / 1000) * distancesM[row]!) / distancesM[row - 1]!;
    return Math.min(RISER_MAX_M, Math.max(0, neededM - eyeM));
  };
  const heightsM = rows > 0 ? [0] : [];
  for (let row = 1; row < rows; row++) {
    const inFrontM = heightsM[row - 1]!;
    heightsM.push(inFrontM + riserM(row, inFrontM) + (gaps.get(row - 1)?.riseM ?? 0));
  }
  return heightsM;
}

/** How far the middle of each row is from the focus on the ground plan. */
function distancesOf(framed: Placement, focus: Point, rows: number, depthsM: readonly number[]): number[] {
  const [x, y] = framed.centre;
  return Array.from({ length: rows }, (_, row) => {
    const awayM = framed.distanceM + (depthsM[row] ?? row * framed.treadM);
    const [east, north] = moved({ x, y }, framed.bearingDeg, awayM);
    return Math.max(0.5, Math.hypot(east - focus.x, north - focus.y));
  });
}

function aislesOf(members: Json, at: string): Map<string, number> {
  const written = list(members.aisles ?? [], at).map((each, index) => object(each, `${at}/${index}`));
  return new Map(
    written.map((aisle, index) => [nameOf(aisle.after, `${at}/${index}/after`), number(aisle.widthM, GAP_M)]),
  );
}

/** How far each slot is to the right of the first one. */
function lineOf(seating: Seating, spacingM: number, aislesM: ReadonlyMap<string, number>): number[] {
  let rightM = 0;
  return seating.map((seat) => {
    const hereM = rightM;
    rightM += spacingM + (seat === null ? 0 : (aislesM.get(seat) ?? 0));
    return hereM;
  });
}
