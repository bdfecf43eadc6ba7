// Rows whose seats have positions of their own, listed or around tables, as the service reads them
// (seatpreview/layouts/row_placement.py).
import type { PlanPositions, PlanTable, Point, Seating } from "../plan/plan";
import { bearingDeg, pointOnRow, rowFrame } from "../plan/positions";
import { type Placement, USUAL_MEMBERS } from "./row-placement";
import { type Json, LayoutFault, list, number, numbers, object } from "./written-json";
import { nameOf, names } from "./written-names";

/** From the edge of a table to the middle of a chair. */
const CHAIR_M = 0.35;
const SPACING_ROWS_MAX = 20;
const TREAD_ROWS_MAX = 50;

type PositionedRow = {
  /** Empty in a section without rows. */
  id: string;
  seating: Seating;
  positions: PlanPositions;
};

type Columns = { x: number[]; y: number[]; z: number[] };

/** Reads rows with positions, from the front to the back, and what is usual among them. */
export function positionedRows(
  written: unknown[],
  geometry: Json,
  focus: Point,
  levelHeightM: number,
  at: string,
): { rows: PositionedRow[]; placement: Placement } {
  const liftCm = Math.round(100 * (levelHeightM + number(geometry.elevationM, 0)));
  const columns: Columns[] = [];
  const rows = written.map((each, index) => {
    const place = `${at}/${index}`;
    const row = object(each, place);
    const seating = names(row.seats, `${place}/seats`);
    const [x, y] = [column(row.x, seating, `${place}/x`), column(row.y, seating, `${place}/y`)];
    const z = column(row.z ?? 0, seating, `${place}/z`);
    const facing = column(row.facing ?? geometry.facingDeg ?? Number.NaN, seating, `${place}/facing`);
    columns.push({ x, y, z });
    const positions = {
      x,
      y,
      z: z.map((heightCm) => heightCm + liftCm),
      facing: facing.map((deg, seat) =>
        storedBearing(Number.isNaN(deg) ? bearingDeg({ x: x[seat]! / 100, y: y[seat]! / 100, z: 0 }, focus) : deg),
      ),
    };
    return { id: row.row == null ? "" : nameOf(row.row, `${place}/row`), seating, positions };
  });
  return { rows, placement: measured(columns, focus) };
}

/** Tables, one for each row with this number of seats, and the positions of the seats around each. */
export function placedTables(
  written: Json,
  placement: Placement,
  focus: Point,
  seats: readonly number[],
  at: string,
): { tables: PlanTable[]; around: PlanPositions[] } {
  const places = list(written.at ?? [], `${at}/at`).map((each, index) => numbers(each, `${at}/at/${index}`));
  if (places.length > 0 && places.length !== seats.length) {
    throw new LayoutFault(`${at}/at`, `places ${places.length} tables, and the section has ${seats.length} rows`);
  }
  const shape = written.shape === "rectangle" ? "rectangle" : "round";
  const widthM = number(written.widthM, 1.5);
  const depthM = shape === "round" ? widthM : number(written.depthM, widthM);
  const tables = seats.map((_, index) => {
    const [x, y, turnDeg] = tablePlace(written, placement, focus, places, index);
    return { shape, x, y, z: placement.elevationM, widthM, depthM, turnDeg } satisfies PlanTable;
  });
  return { tables, around: tables.map((table, index) => chairs(table, seats[index]!)) };
}

/** A column of numbers, one for each seat. A single number is that of all seats. */
function column(written: unknown, seating: Seating, at: string): number[] {
  if (typeof written === "number") return seating.map(() => written);
  const values = numbers(written, at);
  if (values.length === seating.length) return values;
  throw new LayoutFault(at, `must have a value for each of the ${seating.length} seats`);
}

/** A bearing as the service stores it: from 0 to 360, in tenths of a degree. */
function storedBearing(deg: number): number {
  const tenths = Math.round((((deg % 360) + 360) % 360) * 10) % 3600;
  return tenths / 10;
}

/** The middle of the first row, and the usual distances between seats and between rows. */
function measured(rows: readonly Columns[], focus: Point): Placement {
  const first = rows[0] ?? { x: [], y: [], z: [] };
  const middle = (first.x.length - 1) >> 1;
  const [x, y] = [(first.x[middle] ?? 0) / 100, (first.y[middle] ?? 0) / 100];
  const spacings = rows.slice(0, SPACING_ROWS_MAX).flatMap(spacingsOf);
  return {
    ...USUAL_MEMBERS,
    shape: "free",
    centre: [x, y],
    bearingDeg: (bearingDeg({ x, y, z: 0 }, focus) + 180) % 360,
    distanceM: 0,
    elevationM: (first.z[middle] ?? 0) / 100,
    treadM: rows.length > 1 ? between(median(treadsOf(rows)), 0.3, 10) : 0.85,
    spacingM: between(spacings.length === 0 ? 0.5 : median(spacings), 0.3, 5),
    rowDepthsM: [],
    rowHeightsM: [],
  };
}

function spacingsOf({ x, y }: Columns): number[] {
  return x.slice(1).map((right, seat) => Math.hypot(right - x[seat]!, y[seat + 1]! - y[seat]!) / 100);
}

/** How far the middle of each row is from the nearest seat of the row in front. */
function treadsOf(rows: readonly Columns[]): number[] {
  return rows.slice(1, TREAD_ROWS_MAX).map(({ x, y }, index) => {
    const front = rows[index]!;
    const middle = (x.length - 1) >> 1;
    let least = Infinity;
    front.x.forEach((there, seat) => {
      least = Math.min(least, Math.hypot(x[middle]! - there, y[middle]! - front.y[seat]!));
    });
    return least / 100;
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

function between(value: number, low: number, high: number): number {
  return Math.round(Math.min(high, Math.max(low, value)) * 1000) / 1000;
}

function tablePlace(
  written: Json,
  placement: Placement,
  focus: Point,
  places: readonly number[][],
  index: number,
): [number, number, number] {
  const place = places[index];
  if (place !== undefined) return [place[0] ?? 0, place[1] ?? 0, place[2] ?? 0];
  const columns = Math.max(1, number(written.columns, 1));
  const pitchM = number(written.pitchM, 3);
  const [behind, beside] = [Math.floor(index / columns), index % columns];
  const frame = rowFrame(placement, focus, 0);
  const { x, y } = pointOnRow(frame, (beside - (columns - 1) / 2) * pitchM, behind * pitchM);
  return [x, y, pointOnRow(frame, 0).facingDeg];
}

/** Chairs around a table, clockwise from the one that is nearest to its front. */
function chairs(table: PlanTable, seats: number): PlanPositions {
  const turn = (table.turnDeg * Math.PI) / 180;
  const positions: PlanPositions = { x: [], y: [], z: [], facing: [] };
  for (let seat = 0; seat < seats; seat++) {
    const [eastM, northM] = table.shape === "round" ? roundChair(table, seat, seats) : sideChair(table, seat, seats);
    const x = table.x + eastM * Math.cos(turn) + northM * Math.sin(turn);
    const y = table.y - eastM * Math.sin(turn) + northM * Math.cos(turn);
    positions.x.push(Math.round(100 * x) + 0);
    positions.y.push(Math.round(100 * y) + 0);
    positions.z.push(Math.round(100 * table.z) + 0);
    positions.facing.push(storedBearing(bearingDeg({ x, y, z: 0 }, { x: table.x, y: table.y, z: 0 })));
  }
  return positions;
}

function roundChair(table: PlanTable, seat: number, seats: number): [number, number] {
  const turn = (2 * Math.PI * seat) / seats;
  const awayM = table.widthM / 2 + CHAIR_M;
  return [awayM * Math.sin(turn), awayM * Math.cos(turn)];
}

/** Half of the seats are along the front of the table, from left to right, and half along its back. */
function sideChair(table: PlanTable, seat: number, seats: number): [number, number] {
  const front = Math.ceil(seats / 2);
  const awayM = table.depthM / 2 + CHAIR_M;
  if (seat < front) return [((seat + 0.5) / front - 0.5) * table.widthM, awayM];
  return [(0.5 - (seat - front + 0.5) / (seats - front)) * table.widthM, -awayM];
}
