// What a record places by coordinates, under a motion: listed seats, tables, standing areas, bodies, the focus.
import { type Json, number } from "../layouts/written-json";
import { type Ground, hundredths, type Motion, wholeTurn } from "./ground";

/** A rule whose coordinates have moved. What it places by distance and bearing stays as it is. */
export function ruleAtPlaces(rule: Json, motion: Motion): Json {
  const positions = isFilledList(rule.positions) ? rule.positions : null;
  const geometry = objectOf(rule.geometry);
  const placed = geometry === null ? null : geometryAtPlaces(geometry, motion, positions !== null);
  if (positions === null) return placed === geometry ? rule : { ...rule, geometry: placed };
  const rows = positions.map((row) => rowAtPlaces(objectOf(row) ?? {}, motion));
  return { ...rule, positions: rows, ...(placed === null ? {} : { geometry: placed }) };
}

/** Whether coordinates say where the sections of a rule are. */
export function isPlacedByCoordinates(rule: Json): boolean {
  const geometry = objectOf(rule.geometry);
  const tables = objectOf(geometry?.tables);
  return isFilledList(rule.positions) || isFilledList(geometry?.area) || isFilledList(tables?.at);
}

export function focusAtPlaces(focus: Json, motion: Motion): Json {
  const { x, y } = motion.place({ x: number(focus.x, 0), y: number(focus.y, 0) });
  const extent = objectOf(focus.extent);
  const moved = { ...focus, x: hundredths(x), y: hundredths(y) };
  return extent === null ? moved : { ...moved, extent: extentAtPlaces(extent, motion) };
}

/** A body that has moved. A box that no longer lies along the axes becomes a polygon. */
export function bodyAtPlaces(body: Json, motion: Motion): Json {
  const [box, polygon] = [objectOf(body.box), objectOf(body.polygon)];
  if (polygon !== null) return { ...body, polygon: { ...polygon, points: pointsAtPlaces(polygon.points, motion) } };
  if (box === null) return body;
  const points = cornersOfBox(box).map((corner) => pairOf(motion.place(corner)));
  const [x, y] = [extentOf(points, 0), extentOf(points, 1)];
  const isBox = points.every(([east, north]) => x.includes(east!) && y.includes(north!));
  if (isBox) return { ...body, box: { ...box, x, y } };
  const { box: _, ...others } = body;
  return { ...others, polygon: { points, z: box.z } };
}

export function isFilledList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}

export function objectOf(value: unknown): Json | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

function geometryAtPlaces(geometry: Json, motion: Motion, isListed: boolean): Json {
  const tables = objectOf(geometry.tables);
  const facingDeg = isListed && typeof geometry.facingDeg === "number" ? motion.bearing(geometry.facingDeg) : null;
  const changes = {
    ...(isFilledList(geometry.area) ? { area: pointsAtPlaces(geometry.area, motion) } : {}),
    ...(isFilledList(tables?.at) ? { tables: { ...tables, at: tables.at.map((each) => tableAt(each, motion)) } } : {}),
    ...(facingDeg === null ? {} : { facingDeg: hundredths(wholeTurn(facingDeg)) }),
  };
  return Object.keys(changes).length === 0 ? geometry : { ...geometry, ...changes };
}

function tableAt(table: unknown, motion: Motion): unknown {
  if (!Array.isArray(table)) return table;
  const [x, y] = pairOf(motion.place({ x: number(table[0], 0), y: number(table[1], 0) }));
  const turnDeg = hundredths(wholeTurn(motion.bearing(number(table[2], 0))));
  return table.length < 3 && turnDeg === 0 ? [x, y] : [x, y, turnDeg];
}

function rowAtPlaces(row: Json, motion: Motion): Json {
  const [xs, ys] = [numbersOf(row.x), numbersOf(row.y)];
  const places = xs.map((x, seat) => motion.place({ x: x / 100, y: (ys[seat] ?? 0) / 100 }));
  const facing = row.facing == null ? {} : { facing: facingsOf(row.facing, motion) };
  return {
    ...row,
    x: places.map(({ x }) => Math.round(100 * x) + 0),
    y: places.map(({ y }) => Math.round(100 * y) + 0),
    ...facing,
  };
}

function facingsOf(facing: unknown, motion: Motion): unknown {
  const turn = (deg: number) => Math.round(wholeTurn(motion.bearing(deg))) % 360;
  return typeof facing === "number" ? turn(facing) : numbersOf(facing).map(turn);
}

function extentAtPlaces(extent: Json, motion: Motion): Json {
  if (isFilledList(extent.points)) return { ...extent, points: pointsAtPlaces(extent.points, motion) };
  const before = number(extent.turnDeg, 180);
  const after = hundredths(wholeTurn(motion.bearing(before)));
  return after === wholeTurn(before) ? extent : { ...extent, turnDeg: after };
}

function pointsAtPlaces(points: unknown, motion: Motion): number[][] {
  return (Array.isArray(points) ? points : []).map((point: unknown) => {
    const [x = 0, y = 0] = numbersOf(point);
    return pairOf(motion.place({ x, y }));
  });
}

function cornersOfBox(box: Json): Ground[] {
  const [[left = 0, right = 0], [front = 0, back = 0]] = [numbersOf(box.x), numbersOf(box.y)];
  return [
    { x: left, y: front },
    { x: right, y: front },
    { x: right, y: back },
    { x: left, y: back },
  ];
}

function extentOf(points: readonly number[][], axis: number): number[] {
  const values = points.map((point) => point[axis] ?? 0);
  return [Math.min(...values), Math.max(...values)];
}

function pairOf({ x, y }: Ground): number[] {
  return [hundredths(x), hundredths(y)];
}

function numbersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.map((each) => number(each, 0)) : [];
}
