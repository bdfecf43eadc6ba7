// Adds pieces to a record: in sizes that are usual, under names that are free, facing the focus.
import { type Json, number } from "../layouts/written-json";
import { objectOf } from "./absolute-places";
import { apartM, bearingTo, type Ground, hundredths } from "./ground";
import { movePieces } from "./move-pieces";
import type { Piece } from "./pieces";
import { focusPlace } from "./pieces-in-motion";
import { changedAt, LAYOUT, rulesOf, SECTIONS, valueAt } from "./record-edit";
import { DISTANCE_MIN_M } from "./rule-frame";
import { countedOn, freeId, takenIds } from "./section-ids";

/** A record with new pieces, and which these are. */
export type Added = { record: Json; pieces: Piece[] };

export type StageKind =
  | "stage"
  | "screen"
  | "football"
  | "rugby"
  | "american_football"
  | "baseball"
  | "basketball"
  | "ice_hockey"
  | "handball"
  | "volleyball"
  | "tennis"
  | "boxing";
export type BodyKind = "stage" | "screen" | "pillar" | "rail" | "rigging" | "camera" | "wall" | "other";

const TREAD_M = 0.9;
const ROWS = { first: "A", last: "K", skip: ["I"] };
const ROW_COUNT = 10;
const TABLE_GROUPS = 2;
const TABLE_PITCH_M = 3;

/** A block of straight rows with its middle at a place. */
export function addBlock(record: Json, at: Ground): Added {
  const block = { rows: ROWS, seats: { count: 14 } };
  const geometry = { treadM: TREAD_M, riserM: 0.12, spacingM: 0.55 };
  return withSection(record, { id: blockId(record), ...block, geometry: facing(record, at, halfM(), geometry) });
}

/** A block of rows that bend around the focus. */
export function addCurvedBlock(record: Json, at: Ground): Added {
  const block = { rows: ROWS, seats: { count: 20 } };
  const geometry = { shape: "curved", treadM: TREAD_M, riserM: 0.12, spacingM: 0.55 };
  const placed = facing(record, at, halfM(), geometry);
  // Nearer to the focus, rows of this length would close to a ring.
  const isNear = placed.origin != null || number(placed.distanceM, 0) < 6;
  return withSection(record, { id: blockId(record), ...block, geometry: isNear ? { ...placed, radiusM: 15 } : placed });
}

/** A standing area of ten by six metres. */
export function addStandingArea(record: Json, { x, y }: Ground): Added {
  const corner = (east: number, north: number) => [hundredths(x + east), hundredths(y + north)];
  const area = [corner(-5, -3), corner(5, -3), corner(5, 3), corner(-5, 3)];
  return withSection(record, {
    id: freeId("Standing", takenIds(record)),
    kind: "standing",
    capacity: 150,
    geometry: { area },
  });
}

/** A box with a few seats. */
export function addBox(record: Json, at: Ground): Added {
  return withSection(record, {
    id: freeId("Box 1", takenIds(record)),
    kind: "suite",
    seats: { count: 4 },
    geometry: facing(record, at, 0, { spacingM: 0.6 }),
  });
}

/** Six round tables with six seats each. */
export function addTables(record: Json, at: Ground): Added {
  const tables = { shape: "round", widthM: 1.5, columns: 3, pitchM: TABLE_PITCH_M };
  return withSection(record, {
    id: freeId("Tables", takenIds(record)),
    rows: { first: 1, last: 3 * TABLE_GROUPS },
    seats: { count: 6 },
    geometry: facing(record, at, (TABLE_PITCH_M * (TABLE_GROUPS - 1)) / 2, { tables }),
  });
}

/** A stage, a screen or a field, in the usual size of its kind. There is one in a hall: another one takes its place. In a
 * hall without sections it is put at a place; otherwise it stays where people look. */
export function addStage(record: Json, kind: StageKind, at: Ground): Added {
  const focus = focusPlace(record);
  const isEmpty = rulesOf(record).length === 0;
  const placed = isEmpty ? movePieces([{ kind: "focus" }], at.x - focus.x, at.y - focus.y)(record) : record;
  const changed = changedAt(placed, [...LAYOUT, "focus"], (found) => {
    const written = objectOf(found) ?? {};
    const turnDeg = objectOf(written.extent)?.turnDeg;
    const extent = { kind, ...(turnDeg === undefined ? {} : { turnDeg }), ...(kind === "stage" ? { heightM: 1 } : {}) };
    return { ...written, extent };
  });
  return { record: changed, pieces: [{ kind: "focus" }] };
}

/** A body in the way of views, in one of the configurations. A record without any gets one. */
export function addBody(record: Json, kind: BodyKind, at: Ground, configuration: string | null = null): Added {
  return withBodies(record, [{ id: `${kind} 1`, kind, box: boxOf(kind, at) }], configuration);
}

/** Adds bodies under free ids, in the configuration with an id; otherwise in the usual or the first one. */
export function withBodies(record: Json, bodies: readonly Json[], configuration: string | null): Added {
  if (bodies.length === 0) return { record, pieces: [] };
  const path = [...LAYOUT, "configurations"];
  const configurations = objects(valueAt(record, path));
  const wanted = configuration ?? valueAt(record, [...LAYOUT, "defaultConfiguration"]);
  const found = configurations.findIndex(({ id }) => id === wanted);
  const index = Math.max(0, found);
  const chosen = configurations[index] ?? { id: "usual", name: "Usual set-up" };
  const there = objects(chosen.obstructions);
  const taken = new Set(there.map(({ id }) => String(id)));
  const renamed = bodies.map((body) => {
    const id = freeId(String(body.id), taken);
    taken.add(id);
    return { ...body, id };
  });
  return {
    record: changedAt(record, [...path, index], () => ({ ...chosen, obstructions: [...there, ...renamed] })),
    pieces: renamed.map((_, body) => ({ kind: "obstruction", configuration: index, index: there.length + body })),
  };
}

/** Adds the rule of a section behind the others. */
export function withSection(record: Json, rule: Json): Added {
  const index = rulesOf(record).length;
  const changed = changedAt(record, SECTIONS, (found) => [...(Array.isArray(found) ? (found as unknown[]) : []), rule]);
  return { record: changed, pieces: [{ kind: "section", rule: index, id: String(rule.id) }] };
}

function blockId(record: Json): string {
  const taken = takenIds(record);
  return taken.size === 0 ? "Stalls" : countedOn("Block A", 1, taken)[0]!;
}

function halfM(): number {
  return ((ROW_COUNT - 1) * TREAD_M) / 2;
}

/** A geometry that faces the focus, with the first row so far in front of a place. On the focus itself, it is at a place
 * of its own and faces north. */
function facing(record: Json, at: Ground, inFrontM: number, geometry: Json): Json {
  const focus = focusPlace(record);
  const distanceM = hundredths(apartM(focus, at) - inFrontM);
  if (distanceM >= DISTANCE_MIN_M) return { bearingDeg: hundredths(bearingTo(focus, at)), distanceM, ...geometry };
  return { origin: { x: hundredths(at.x), y: hundredths(at.y + inFrontM) }, facingDeg: 0, ...geometry };
}

/** Width, depth, and from which height to which, in metres. */
const BODY_SIZES_M: Record<BodyKind, [number, number, number, number]> = {
  stage: [8, 6, 0, 1],
  screen: [4, 0.2, 4, 6.5],
  pillar: [0.6, 0.6, 0, 8],
  rail: [4, 0.1, 0, 1.1],
  rigging: [10, 1, 8, 9],
  camera: [1.5, 1.5, 0, 1.8],
  wall: [6, 0.3, 0, 3],
  other: [2, 2, 0, 2],
};

function boxOf(kind: BodyKind, { x, y }: Ground): Json {
  const [widthM, depthM, lowM, highM] = BODY_SIZES_M[kind];
  const around = (middle: number, size: number) => [hundredths(middle - size / 2), hundredths(middle + size / 2)];
  return { x: around(x, widthM), y: around(y, depthM), z: [lowM, highM] };
}

/** The objects of a list; none if there is no list. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf).filter((each) => each !== null) : [];
}
