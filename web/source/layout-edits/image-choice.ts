// Which image the service shows for a seat (seatpreview/seats/image_choice.py), worked out from a record that is being
// edited. tests/imagery/shared/image_choice.json holds both implementations together.
import type { Json } from "../layouts/written-json";
import { idsOfKey, keyOfIds, type Plan, PlanIndex, type Point, type SeatIds, seatingOf } from "../plan/plan";
import { eyeHeightM, locationPosition } from "../plan/positions";
import type { Covers } from "./image-covers";
import { cameraOf, type Pose } from "./image-edits";

export type Match = "seat" | "row" | "section" | "venue";

export type ChosenImage = {
  /** The name of the upload; null for an image elsewhere, which has an address of its own. */
  object: string | null;
  match: Match;
  /** From the eyes to the camera, or to what the image is for; null if that is not known. */
  distanceM: number | null;
  /** Whether the record says where the camera was. */
  hasCamera: boolean;
};

/** Metres sort first, then rows and slots, and unknown distances last. */
type Distance = readonly [number, number, number];

type IndexedImage = { order: number; object: string | null; camera: Point | null };

/** An image with what it is for; null: the venue. */
type Candidate = { image: IndexedImage; ids: SeatIds | null };

/** The images of a seat, a row, a section or the venue. How far an image with a known camera is depends on the camera
 * alone, so it is in `byCamera` once, however many places it covers. */
type Scope = { all: Candidate[]; byCamera: Set<IndexedImage>; byPlace: Candidate[] };

/** The images for one configuration, or for all of them, that a camera took or that were rendered. */
type Group = Map<string, Scope>;

type Viewpoint = { key: string; eye: Point | null; section: string; position: readonly [number, number] | null };

const LEVELS: readonly Match[] = ["seat", "row", "section", "venue"];
const UNKNOWN: Distance = [2, 0, 0];

/** An index of the images of a record that can be shown. It is built once, and asked for every seat. */
export class ImageChoice {
  private readonly plan: PlanIndex;
  private readonly groups = new Map<string, Group>();
  private readonly coveredSections = new Set<string>();
  private readonly viewpoints = new Map<string, Viewpoint>();

  /** `uploaded` has the names of images that the service has. Others cannot be shown. */
  constructor(plan: Plan, record: Json, uploaded: ReadonlySet<string>) {
    this.plan = new PlanIndex(plan);
    let order = 0;
    for (const set of sortedSets(record)) {
      const group = this.groupOf(groupKey(set.kind !== "rendered", textOrNull(set.configuration)));
      for (const image of listOf(set.images)) {
        const object = textOrNull(image.object);
        if (object === null || uploaded.has(object)) {
          this.add(
            group,
            { order, object, camera: cameraOf((image.pose ?? null) as Pose | null) },
            (image.covers ?? {}) as Covers,
          );
        }
        order += 1;
      }
    }
  }

  /** Returns the image that the service shows for a place; null if there is none for this configuration. */
  choose(place: SeatIds, configuration: string | null): ChosenImage | null {
    const view = this.viewpoint(place);
    const from = this.coveredSections.has(place.section) ? levelOf(place) : 3;
    for (const match of LEVELS.slice(from)) {
      for (const alternatives of preferences(match === "seat", configuration)) {
        const scopes = alternatives.flatMap((key) => this.groups.get(key)?.get(scopeKey(match, place)) ?? []);
        const best = this.best(scopes, view);
        if (best !== null) return { ...best, match };
      }
    }
    return null;
  }

  private best(scopes: readonly Scope[], view: Viewpoint): Omit<ChosenImage, "match"> | null {
    let best: { image: IndexedImage; distance: Distance } | null = null;
    const compare = (image: IndexedImage, distance: Distance) => {
      if (best === null || isBefore(distance, image.order, best)) best = { image, distance };
    };
    for (const { all, byCamera, byPlace } of scopes) {
      const { eye } = view;
      for (const { image, ids } of eye === null ? all : byPlace) compare(image, this.distanceTo(ids, view));
      if (eye === null) continue;
      for (const image of byCamera) compare(image, [0, distanceM(eye, image.camera!), 0]);
    }
    return best === null ? null : foundImage(best);
  }

  private distanceTo(ids: SeatIds | null, view: Viewpoint): Distance {
    if (ids === null) return UNKNOWN;
    const other = this.viewpoint(ids);
    if (view.eye !== null && view.key === other.key) return [0, 0, 0];
    if (view.eye !== null && other.eye !== null) return [0, distanceM(view.eye, other.eye), 0];
    if (view.position === null || other.position === null || view.section !== other.section) return UNKNOWN;
    return [1, Math.abs(view.position[0] - other.position[0]), Math.abs(view.position[1] - other.position[1])];
  }

  private viewpoint(ids: SeatIds): Viewpoint {
    const key = keyOfIds(ids);
    const known = this.viewpoints.get(key);
    if (known !== undefined) return known;
    const spot = this.plan.locate(ids.section, ids.row, ids.seat);
    const floor = spot === null ? null : locationPosition(this.plan.plan, spot);
    const eye = spot === null || floor === null ? null : { ...floor, z: floor.z + eyeHeightM(spot.section) };
    const position = eye === null ? this.positionOf(ids) : null;
    const made = { key, eye, section: ids.section, position };
    this.viewpoints.set(key, made);
    return made;
  }

  /** Without geometry: the row from the front, and slots from the row's middle. */
  private positionOf(ids: SeatIds): readonly [number, number] | null {
    if (ids.row === null && ids.seat === null) return [0, 0];
    const spot = this.plan.locate(ids.section, ids.row, ids.seat);
    if (spot === null || spot.rowIndex === null) return null;
    const slots = seatingOf(this.plan.plan, spot.section, spot.rowIndex).length;
    return [spot.rowIndex, spot.slot === null ? 0 : spot.slot - (slots - 1) / 2];
  }

  private groupOf(key: string): Group {
    const known = this.groups.get(key);
    if (known !== undefined) return known;
    const made: Group = new Map();
    this.groups.set(key, made);
    return made;
  }

  private add(group: Group, image: IndexedImage, covers: Covers): void {
    for (const key of coveredKeys(covers)) {
      const ids = key === "" ? null : idsOfKey(key);
      this.coveredSections.add(ids?.section ?? "");
      for (const match of LEVELS) {
        if (ids === null ? match !== "venue" : match === "row" && ids.row === null) continue;
        if (match === "seat" && ids?.seat === null) continue;
        addTo(group, scopeKey(match, ids ?? NOWHERE), { image, ids });
      }
    }
  }
}

function addTo(group: Group, key: string, candidate: Candidate): void {
  const scope = group.get(key) ?? { all: [], byCamera: new Set(), byPlace: [] };
  group.set(key, scope);
  scope.all.push(candidate);
  if (candidate.image.camera === null) scope.byPlace.push(candidate);
  else scope.byCamera.add(candidate.image);
}

function foundImage({ image, distance }: { image: IndexedImage; distance: Distance }): Omit<ChosenImage, "match"> {
  return { object: image.object, distanceM: distance[0] === 0 ? distance[1] : null, hasCamera: image.camera !== null };
}

const NOWHERE: SeatIds = { section: "", row: null, seat: null };

function scopeKey(match: Match, { section, row, seat }: SeatIds): string {
  if (match === "venue") return "venue";
  if (match === "section") return `section ${section}`;
  return match === "row" ? `row ${section}/${row ?? ""}` : `seat ${section}/${row ?? ""}/${seat ?? ""}`;
}

/** The keys that an entry of the record names; an empty one stands for the venue. */
function coveredKeys({ section, rows = [], seats = [] }: Covers): Iterable<string> {
  if (section === undefined) return [""];
  const row = rows[0] ?? null;
  if (seats.length > 0) return new Set(seats.map((seat) => keyOfIds({ section, row, seat })));
  if (rows.length > 0) return new Set(rows.map((each) => keyOfIds({ section, row: each, seat: null })));
  return [section];
}

/** Groups that are compared with one another, those first that are shown if there is one. */
function preferences(isOfSeat: boolean, configuration: string | null): string[][] {
  const names = configuration === null ? [null] : [configuration, null];
  if (isOfSeat) return [true, false].flatMap((isReal) => names.map((name) => [groupKey(isReal, name)]));
  return names.map((name) => [groupKey(true, name), groupKey(false, name)]);
}

function groupKey(isReal: boolean, configuration: string | null): string {
  return JSON.stringify([isReal, configuration]);
}

/** Images of cameras come before renderings; otherwise the order is the record's. */
function sortedSets(record: Json): Json[] {
  const sets = listOf(record.imagerySets);
  return [...sets.filter(({ kind }) => kind !== "rendered"), ...sets.filter(({ kind }) => kind === "rendered")];
}

function levelOf({ row, seat }: SeatIds): number {
  if (seat !== null) return 0;
  return row === null ? 2 : 1;
}

function isBefore(distance: Distance, order: number, best: { image: IndexedImage; distance: Distance }): boolean {
  for (const part of [0, 1, 2] as const) {
    if (distance[part] !== best.distance[part]) return distance[part] < best.distance[part];
  }
  return order < best.image.order;
}

function distanceM(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z);
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((each): each is Json => typeof each === "object" && each !== null) : [];
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
