// Reads the layout of an edited record into a plan, so that the map follows the edit before it is saved.
// Only the service decides whether a layout is valid. tests/layouts/shared holds both implementations together.
import type { Plan, PlanSection, Seating, SectionGeometry } from "../../plan/plan";
import { endingOf, namesBetween, namesFrom, SeriesFault } from "./series";

/** The reason why a layout cannot be drawn, and the pointer of the member that is at fault. */
export class LayoutFault extends Error {
  constructor(
    readonly pointer: string,
    reason: string,
  ) {
    super(reason);
  }
}

type Json = Record<string, unknown>;
type Seatings = { list: Seating[]; known: Map<string, number> };

const SEATS_MAX = 250_000;
const NO_ROW = "";

/** Returns the plan of a record's layout in one of its configurations, or in none. Throws `LayoutFault`. */
export function planFromRecord(record: unknown, configurationId: string | null = null): Plan {
  const whole = object(record, "");
  const layout = object(object(whole.rules ?? {}, "/rules").layout ?? {}, AT);
  const configurations = list(layout.configurations ?? [], `${AT}/configurations`).map((each, index) =>
    object(each, `${AT}/configurations/${index}`),
  );
  const chosen = configurations.find((each) => each.id === configurationId) ?? null;
  const seatings: Seatings = { list: [], known: new Map() };
  const closed = new Set(chosen === null ? [] : names(chosen.closed ?? [], `${AT}/configurations`));
  const sections = list(layout.sections ?? [], `${AT}/sections`).flatMap((rule, index) =>
    sectionsOf(object(rule, `${AT}/sections/${index}`), `${AT}/sections/${index}`, seatings, closed),
  );
  const origin = pointOf(layout.focus);
  const focus = chosen?.focus ?? layout.focus;
  return {
    venueId: "",
    version: 0,
    name: text(whole.name),
    configuration: chosen === null ? null : named(chosen),
    configurations: configurations.map(named),
    defaultConfiguration: defaultOf(layout, configurations),
    mood: (chosen === null ? null : moodOf(chosen)) ?? moodOf(object(whole.viewerDefaults ?? {}, "/viewerDefaults")),
    hall: hallOf(layout),
    origin,
    focus: { name: text(object(focus ?? {}, AT).name) || null, ...pointOf(focus) },
    sections,
    seatings: seatings.list,
    obstructions: chosen === null ? [] : obstructionsOf(chosen),
  };
}

const AT = "/rules/layout";

function sectionsOf(rule: Json, at: string, seatings: Seatings, closed: ReadonlySet<string>): PlanSection[] {
  const ids = rule.ids === undefined ? [nameOf(rule.id, `${at}/id`)] : names(rule.ids, `${at}/ids`);
  const written = names(rule.rows ?? [], `${at}/rows`);
  // The seats of a section without rows are in one row, which has no id.
  const rowIds = written.length === 0 && rule.seats != null ? [NO_ROW] : written;
  const runs = runsOf(rule.seats, rowIds, `${at}/seats`);
  const rows = rowIds.map((id) => ({
    id: id === NO_ROW ? null : id,
    seating: runs === null ? null : addSeating(runs.get(id) ?? [], seatings),
  }));
  const seats = rows.reduce((sum, row) => sum + countOf(row.seating, seatings), 0);
  if (seats * ids.length > SEATS_MAX) throw new LayoutFault(at, `gives more than ${SEATS_MAX.toLocaleString()} seats`);
  const template = text(rule.name) || "{id}";
  return ids.map((id, ordinal) => ({
    id,
    name: template.replaceAll("{id}", id).replaceAll("{number}", endingOf(id)),
    level: text(rule.level) || null,
    kind: rule.kind === "suite" || rule.kind === "standing" ? rule.kind : "seated",
    isClosed: closed.has(id),
    capacity: runs === null ? number(rule.capacity, 0) : seats,
    ordinal,
    geometry: geometryOf(rule.geometry, `${at}/geometry`),
    rows,
  }));
}

/** The slots of each row from left to right; null if no seats are described. */
function runsOf(written: unknown, rowIds: string[], at: string): Map<string, Seating> | null {
  if (written === undefined || written === null) return null;
  const rules: [unknown, string][] = Array.isArray(written)
    ? written.map((each, index) => [each, `${at}/${index}`])
    : [[written, at]];
  const runs = new Map<string, Seating>(rowIds.map((id) => [id, []]));
  for (const [each, place] of rules) addRun(runs, object(each, place), place);
  return runs;
}

function addRun(runs: Map<string, Seating>, rule: Json, at: string): void {
  const exceptions = new Map<string, Json>();
  list(rule.exceptions ?? [], `${at}/exceptions`).forEach((each, index) => {
    const exception = object(each, `${at}/exceptions/${index}`);
    for (const row of names(exception.rows, `${at}/exceptions/${index}/rows`)) exceptions.set(row, exception);
  });
  const usual = slotsOf(rule, {}, at);
  for (const [row, slots] of runs) {
    const exception = exceptions.get(row);
    slots.push(...(exception === undefined ? usual : slotsOf(rule, exception, at)));
  }
}

function slotsOf(rule: Json, exception: Json, at: string): Seating {
  const first = exception.first ?? rule.first ?? (rule.numbering === "even" ? 2 : 1);
  const count = number(exception.count ?? rule.count, Number.NaN);
  if (!Number.isInteger(count) || count < 0 || count > 1000) {
    throw new LayoutFault(`${at}/count`, "must be a number of seats up to 1000");
  }
  const step = number(rule.step, 1) * (rule.numbering === "odd" || rule.numbering === "even" ? 2 : 1);
  const skipped = new Set(list(exception.skip ?? [], `${at}/skip`).map(String));
  const counted =
    count === 0 ? [] : withSeriesFaults(`${at}/first`, () => namesFrom(nameOf(first, `${at}/first`), count, step));
  const slots = counted.map((name) => (skipped.has(name) ? null : name));
  return rule.direction === "rightToLeft" ? slots.reverse() : slots;
}

/** Returns the index of a seating. Equal rows share one, as in the service's plans. */
function addSeating(slots: Seating, seatings: Seatings): number {
  const key = slots.join("\n");
  const known = seatings.known.get(key);
  if (known !== undefined) return known;
  seatings.known.set(key, seatings.list.length);
  return seatings.list.push(slots) - 1;
}

function countOf(seating: number | null, seatings: Seatings): number {
  return seating === null ? 0 : (seatings.list[seating]?.filter((seat) => seat !== null).length ?? 0);
}

function names(written: unknown, at: string): string[] {
  const items = Array.isArray(written) ? written : [written];
  return items.flatMap((item: unknown, index) => {
    const place = Array.isArray(written) ? `${at}/${index}` : at;
    if (typeof item !== "object" || item === null) return [nameOf(item, place)];
    return rangeOf(object(item, place), place);
  });
}

function rangeOf(range: Json, at: string): string[] {
  const style = range.style === "letters" || range.style === "doubled" ? range.style : null;
  const [first, last] = [nameOf(range.first, `${at}/first`), nameOf(range.last, `${at}/last`)];
  const skipped = new Set(list(range.skip ?? [], `${at}/skip`).map(String));
  const counted = withSeriesFaults(at, () => namesBetween(first, last, number(range.step, 1), style));
  return counted.filter((name) => !skipped.has(name));
}

function withSeriesFaults(at: string, count: () => string[]): string[] {
  try {
    return count();
  } catch (failure) {
    if (failure instanceof SeriesFault) throw new LayoutFault(at, failure.message);
    throw failure;
  }
}

function nameOf(written: unknown, at: string): string {
  if (typeof written === "number" || (typeof written === "string" && written !== "")) return String(written);
  throw new LayoutFault(at, "must be a name or a whole number");
}

const GEOMETRY = {
  bearingDeg: 0,
  bearingStepDeg: 0,
  elevationM: 0,
  treadM: 0.85,
  riserM: 0,
  spacingM: 0.5,
  shiftM: 0,
  shiftStepM: 0,
};

function geometryOf(written: unknown, at: string): SectionGeometry | null {
  if (written === undefined || written === null) return null;
  const members = object(written, at);
  const distanceM = number(members.distanceM, Number.NaN);
  if (!(distanceM > 0)) throw new LayoutFault(`${at}/distanceM`, "must be a number of metres");
  const geometry = {
    shape: members.shape === "curved" ? "curved" : "straight",
    distanceM,
    ...GEOMETRY,
  } as SectionGeometry;
  for (const name of Object.keys(GEOMETRY) as (keyof typeof GEOMETRY)[]) {
    geometry[name] = number(members[name], GEOMETRY[name]);
  }
  return geometry;
}

function obstructionsOf(configuration: Json): Plan["obstructions"] {
  return list(configuration.obstructions ?? [], AT).flatMap((each) => {
    const body = object(each, AT) as unknown as Partial<Plan["obstructions"][number]>;
    const [box, polygon] = [body.box ?? null, body.polygon ?? null];
    if (!isBox(box) && !Array.isArray(polygon?.points)) return [];
    const { name = null, kind = "other" } = body;
    return [{ id: text(body.id), name, kind, box: isBox(box) ? box : null, polygon }];
  });
}

function isBox(box: unknown): boolean {
  return typeof box === "object" && box !== null && ["x", "y", "z"].every((axis) => Array.isArray((box as Json)[axis]));
}

function pointOf(written: unknown): { x: number; y: number; z: number } {
  const point = object(written ?? {}, AT);
  return { x: number(point.x, 0), y: number(point.y, 0), z: number(point.z, 0) };
}

function named(configuration: Json): Plan["configurations"][number] {
  return { id: text(configuration.id), name: text(configuration.name) || null, mood: moodOf(configuration) };
}

/** The configuration that applies where a request names none: the stated one, or the only one. */
function defaultOf(layout: Json, configurations: Json[]): string | null {
  const stated = text(layout.defaultConfiguration);
  if (stated !== "") return stated;
  return configurations.length === 1 ? text(configurations[0]?.id) : null;
}

const HALLS: readonly string[] = ["arena", "theatre", "stadium", "amphitheatre", "club"];

function hallOf(layout: Json): Plan["hall"] {
  const hall = text(layout.hall);
  return HALLS.includes(hall) ? (hall as Plan["hall"]) : null;
}

const MOODS: readonly string[] = ["concert", "house_lights", "daylight", "floodlights"];

function moodOf(part: Json): Plan["mood"] {
  const mood = text(part.mood);
  return MOODS.includes(mood) ? (mood as Plan["mood"]) : null;
}

function object(value: unknown, at: string): Json {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  throw new LayoutFault(at, "must be an object");
}

function list(value: unknown, at: string): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new LayoutFault(at, "must be a list");
}

function number(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
