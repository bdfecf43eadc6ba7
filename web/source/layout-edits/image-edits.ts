// Changes of a record's images: where one was taken, which seats it is for, and where its middle looks.
import { isObject, type Json } from "../layouts/written-json";
import type { Covers } from "./image-covers";
import { changedAt, type RecordEdit, valueAt } from "./record-edit";

export type ImageKind = "panorama" | "photo" | "rendered";

export type Pose = { x?: number; y?: number; z?: number; yawDeg?: number; pitchDeg?: number };

/** The place of a camera, in metres. */
export type CameraPlace = { x: number; y: number; z: number };

/** An uploaded image, for one configuration; null: for all of them. */
export type ImageRef = { object: string; configuration: string | null };

/** An image as the record has it: all its entries together. */
export type PlacedImage = ImageRef & {
  kind: ImageKind;
  setId: string;
  pose: Pose | null;
  /** One for each entry of the record that names the image. */
  entries: readonly Covers[];
};

const SETS = "imagerySets";
/** Members of a set that says nothing but what its images are. */
const PLAIN_MEMBERS: ReadonlySet<string> = new Set(["id", "kind", "configuration", "images"]);

/** Returns the uploaded images that a record names, in its order. */
export function imagesIn(record: Json): PlacedImage[] {
  const found = new Map<string, PlacedImage>();
  for (const set of setsOf(record)) {
    for (const entry of entriesOf(set)) {
      if (typeof entry.object !== "string") continue;
      const ref = { object: entry.object, configuration: configurationOf(set) };
      const known = found.get(keyOfImage(ref));
      const covers = (entry.covers ?? {}) as Covers;
      const pose = (entry.pose ?? null) as Pose | null;
      const made = { ...ref, kind: set.kind as ImageKind, setId: String(set.id), pose, entries: [covers] };
      found.set(keyOfImage(ref), known === undefined ? made : { ...known, entries: [...known.entries, covers] });
    }
  }
  return [...found.values()];
}

/** A text that tells images of a record apart. */
function keyOfImage({ object, configuration }: ImageRef): string {
  return JSON.stringify([object, configuration]);
}

export function isSameImage(one: ImageRef, other: ImageRef): boolean {
  return one.object === other.object && one.configuration === other.configuration;
}

/** What the picture is by its shape: a panorama is exactly twice as wide as high. */
export function kindByShape({ width, height }: { width: number; height: number }): ImageKind {
  return width === 2 * height ? "panorama" : "photo";
}

/** Puts an image on the map. One that the record has already is moved; a set for its kind is made where there is none. */
export function placeImage(ref: ImageRef, kind: ImageKind, pose: Pose, covers: readonly Covers[]): RecordEdit {
  return (record) => {
    if (covers.length === 0) return record;
    if (imagesIn(record).some((image) => isSameImage(image, ref))) {
      return coverSeats(ref, covers)(posed(ref, () => rounded(pose))(record));
    }
    const entries = covers.map((each) => entryOf({ object: ref.object }, each, rounded(pose)));
    return withNewEntries(record, kind, ref.configuration, entries);
  };
}

/** Shows an image in another configuration, or in all of them. Where the record has it there already, nothing changes. */
export function showImageIn(ref: ImageRef, configuration: string | null): RecordEdit {
  return (record) => {
    const images = imagesIn(record);
    const image = images.find((each) => isSameImage(each, ref));
    if (image === undefined || images.some((each) => isSameImage(each, { ...ref, configuration }))) return record;
    const sets = setsOf(record).filter((set) => configurationOf(set) === ref.configuration);
    const entries = sets.flatMap(entriesOf).filter(({ object }) => object === ref.object);
    return withNewEntries(removeImage(ref)(record), image.kind, configuration, entries);
  };
}

/** Enters images into the set of their kind and configuration, which is made where there is none. */
function withNewEntries(record: Json, kind: ImageKind, configuration: string | null, entries: Json[]): Json {
  const sets = setsOf(record);
  const known = sets.findIndex((set) => set.kind === kind && configurationOf(set) === configuration);
  if (known >= 0) {
    return changedAt(record, [SETS, known, "images"], () => [...entriesOf(sets[known]!), ...entries]);
  }
  const made = {
    id: freeSetId(sets, kind, configuration),
    kind,
    ...(configuration === null ? {} : { configuration }),
    images: entries,
  };
  return changedAt(record, [SETS, sets.length], () => made);
}

/** Says anew which seats an image is for. An image is for one seat at least: without any, nothing changes. */
export function coverSeats(ref: ImageRef, covers: readonly Covers[]): RecordEdit {
  return (record) => {
    const image = imagesIn(record).find((each) => isSameImage(each, ref));
    if (image === undefined || covers.length === 0 || sameCovers(image.entries, covers)) return record;
    return withEntries(ref, (entries) => covers.map((each, index) => entryOf(entries[index] ?? entries[0]!, each)))(
      record,
    );
  };
}

/** Moves the camera of an image. */
export function moveImage(ref: ImageRef, { x, y, z }: CameraPlace): RecordEdit {
  return posed(ref, (pose) => ({ ...pose, ...rounded({ x, y, z }) }));
}

/** Says where the middle of an image looks. */
export function turnImage(ref: ImageRef, direction: { yawDeg?: number; pitchDeg?: number }): RecordEdit {
  return posed(ref, (pose) => ({ ...pose, ...rounded(direction) }));
}

/** Takes an image out of the record; its file stays. A set that held nothing else goes as well. */
export function removeImage(ref: ImageRef): RecordEdit {
  return (record) => {
    const before = setsOf(record);
    const changed = withEntries(ref, () => [])(record);
    if (changed === record) return record;
    const sets = setsOf(changed).filter((set, index) => set === before[index] || !isSpare(set));
    return changedAt(changed, [SETS], () => sets);
  };
}

/** The camera of a pose; null if it does not say where it was. */
export function cameraOf(pose: Pose | null): CameraPlace | null {
  const { x, y, z } = pose ?? {};
  return x === undefined || y === undefined || z === undefined ? null : { x, y, z };
}

/** The same direction, greater than -180 and at most 180 degrees. */
export function normalizedDeg(degrees: number): number {
  const within = (((degrees + 180) % 360) + 360) % 360;
  return within === 0 ? 180 : within - 180;
}

/** The sets of a record; those that are no objects are empty here. */
function setsOf(record: Json): Json[] {
  return objectsIn(valueAt(record, [SETS]));
}

function entriesOf(set: Json): Json[] {
  return objectsIn(set.images);
}

function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.map((each: unknown) => (isObject(each) ? each : NOTHING)) : [];
}

function configurationOf(set: Json): string | null {
  return typeof set.configuration === "string" ? set.configuration : null;
}

function posed(ref: ImageRef, change: (pose: Pose) => Pose): RecordEdit {
  return withEntries(ref, (entries) =>
    entries.map((entry) => {
      const before = (entry.pose ?? {}) as Pose;
      const after = change(before);
      const names = Object.keys({ ...before, ...after }) as (keyof Pose)[];
      return names.every((name) => before[name] === after[name]) ? entry : { ...entry, pose: after };
    }),
  );
}

/** Replaces the entries of an image, where the first of them is. Entries of other images stay the same objects. */
function withEntries(ref: ImageRef, change: (entries: Json[]) => Json[]): RecordEdit {
  return (record) =>
    setsOf(record).reduce((changed, set, index) => {
      if (configurationOf(set) !== ref.configuration) return changed;
      const own = entriesOf(set).filter(({ object }) => object === ref.object);
      if (own.length === 0) return changed;
      const after = change(own);
      if (after.length === own.length && after.every((entry, at) => entry === own[at])) return changed;
      const images = entriesOf(set);
      const first = images.indexOf(own[0]!);
      const others = (part: Json[]) => part.filter(({ object }) => object !== ref.object);
      const all = [...others(images.slice(0, first)), ...after, ...others(images.slice(first))];
      return changedAt(changed, [SETS, index, "images"], () => all);
    }, record);
}

function entryOf(entry: Json, covers: Covers, pose?: Pose): Json {
  const { covers: _, pose: before, ...members } = entry;
  const at = pose ?? before;
  const isVenue = covers.section === undefined;
  return { ...members, ...(isVenue ? {} : { covers }), ...(at === undefined ? {} : { pose: at }) };
}

function sameCovers(one: readonly Covers[], other: readonly Covers[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isSpare(set: Json): boolean {
  return entriesOf(set).length === 0 && Object.keys(set).every((name) => PLAIN_MEMBERS.has(name));
}

function freeSetId(sets: readonly Json[], kind: ImageKind, configuration: string | null): string {
  const plural = kind === "rendered" ? "drawings" : `${kind}s`;
  const wanted = configuration === null ? plural : `${configuration.slice(0, 24).trimEnd()}-${plural}`;
  const taken = new Set(sets.map(({ id }) => id));
  let id = wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted}-${number}`;
  return id;
}

/** Centimetres, and tenths of a degree: nobody measures more exactly. */
function rounded(pose: Pose): Pose {
  const { yawDeg, pitchDeg, ...place } = pose;
  const metres = Object.entries(place).map(([name, value]) => [name, Math.round(value * 100) / 100 + 0]);
  return {
    ...Object.fromEntries(metres),
    ...(yawDeg === undefined ? {} : { yawDeg: Math.round(normalizedDeg(yawDeg) * 10) / 10 + 0 }),
    ...(pitchDeg === undefined ? {} : { pitchDeg: Math.round(Math.min(90, Math.max(-90, pitchDeg)) * 10) / 10 + 0 }),
  };
}

const NOTHING: Json = {};
