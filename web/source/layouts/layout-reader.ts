// Reads the layout of an edited record into a plan, so that the map follows the edit before it is saved.
// Only the service decides whether a layout is valid. tests/layouts/shared holds both implementations together.
import { centroid } from "../plan/map-outlines";
import type { Plan, PlanPositions, PlanRow, PlanSection, PlanTable, Point, Seating } from "../plan/plan";
import { bearingDeg } from "../plan/positions";
import { placedTables, positionedRows } from "./positioned-rows";
import { type Placement, placementOf, rowOffsets, USUAL_MEMBERS } from "./row-placement";
import { rowKinds, SeatKinds } from "./seat-kinds";
import { endingOf } from "./series";
import {
  assumedOf,
  categoriesOf,
  focusOf,
  foldedLevel,
  hallOf,
  levelHeights,
  moodOf,
  obstructionsOf,
  pointOf,
  roofOf,
} from "./written-facts";
import { corners, type Json, LayoutFault, list, number, object, text } from "./written-json";
import { nameOf, names } from "./written-names";
import { slotsByRow } from "./written-seats";

export { LayoutFault } from "./written-json";

const SEATS_MAX = 250_000;
/** More lists of seats than this are left over from earlier edits. */
const KEPT_LISTS_MAX = 60_000;
const NO_ROW = "";
const AT = "/rules/layout";

/** Returns the plan of a record's layout in one of its configurations, or in none. Throws `LayoutFault`. */
export function planFromRecord(record: unknown, configurationId: string | null = null): Plan {
  return new LayoutReader().read(record, configurationId);
}

/** Reads a record again and again while it is edited. Rules that are the same object as before are not read anew. */
export class LayoutReader {
  /** For each section of the plan that was read last, the index of its rule in the record. */
  ruleIndexes: readonly number[] = [];
  private facts = "";
  private shared: Shared | null = null;
  private known = new WeakMap<object, PlanSection[]>();

  /** Returns the plan of a record's layout in one of its configurations, or in none. Throws `LayoutFault`. */
  read(record: unknown, configurationId: string | null = null): Plan {
    const whole = object(record, "");
    const layout = object(object(whole.rules ?? {}, "/rules").layout ?? {}, AT);
    const configurations = list(layout.configurations ?? [], `${AT}/configurations`).map((each, index) =>
      object(each, `${AT}/configurations/${index}`),
    );
    const chosen = configurations.find((each) => each.id === configurationId) ?? null;
    const shared = this.sharedBy(layout, chosen);
    const rules = list(layout.sections ?? [], `${AT}/sections`).map((rule, index) =>
      this.sectionsOf(object(rule, `${AT}/sections/${index}`), `${AT}/sections/${index}`, shared),
    );
    const sections = rules.flat();
    this.ruleIndexes = rules.flatMap((each, index) => each.map(() => index));
    return {
      venueId: "",
      version: 0,
      name: text(whole.name),
      configuration: chosen === null ? null : named(chosen),
      configurations: configurations.map(named),
      defaultConfiguration: defaultOf(layout, configurations),
      mood: (chosen === null ? null : moodOf(chosen)) ?? moodOf(object(whole.viewerDefaults ?? {}, "/viewerDefaults")),
      hall: hallOf(layout),
      roof: roofOf(layout),
      assumed: assumedOf(layout, `${AT}/assumed`),
      categories: categoriesOf(layout, `${AT}/categories`),
      seatKinds: [...shared.kinds.all],
      origin: shared.focus,
      focus: focusOf(chosen?.focus ?? layout.focus, `${AT}/focus`),
      sections,
      seatings: [...shared.seatings.all],
      offsets: [...shared.offsets.all],
      obstructions: chosen === null ? [] : obstructionsOf(chosen, `${AT}/configurations`),
    };
  }

  /** What the sections have in common. Where it has changed, every rule is read anew. */
  private sharedBy(layout: Json, chosen: Json | null): Shared {
    const focus = pointOf(layout.focus, `${AT}/focus`);
    const heightsM = levelHeights(layout, `${AT}/levels`);
    const closed = new Set(chosen === null ? [] : names(chosen.closed ?? [], `${AT}/configurations`));
    const facts = JSON.stringify([focus, [...heightsM], [...closed]]);
    if (this.shared !== null && this.facts === facts && this.shared.seatings.all.length < KEPT_LISTS_MAX) {
      return this.shared;
    }
    this.facts = facts;
    this.known = new WeakMap();
    this.shared = {
      seatings: new SharedLists(),
      offsets: new SharedLists(),
      kinds: new SeatKinds(),
      focus,
      heightsM,
      closed,
    };
    return this.shared;
  }

  private sectionsOf(rule: Json, at: string, shared: Shared): PlanSection[] {
    const known = this.known.get(rule);
    if (known !== undefined) return known;
    const sections = sectionsOf(rule, at, shared);
    this.known.set(rule, sections);
    return sections;
  }
}

/** What the sections of a layout have in common. */
type Shared = {
  seatings: SharedLists<string | null>;
  offsets: SharedLists<number>;
  kinds: SeatKinds;
  focus: Point;
  heightsM: ReadonlyMap<string, number>;
  closed: ReadonlySet<string>;
};

/** Collects lists. Equal rows share one, as in the service's plans. */
class SharedLists<T> {
  readonly all: T[][] = [];
  private readonly known = new Map<string, number>();

  indexOf(values: T[]): number {
    const key = JSON.stringify(values);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, this.all.length);
    return this.all.push(values) - 1;
  }
}

function sectionsOf(rule: Json, at: string, shared: Shared): PlanSection[] {
  const ids = rule.ids === undefined ? [nameOf(rule.id, `${at}/id`)] : names(rule.ids, `${at}/ids`);
  const template = text(rule.name) || "{id}";
  const { rowIds, slots, places } = rowsAndPlaces(rule, at, shared);
  const seats = [...slots.values()].reduce((sum, row) => sum + row.filter((seat) => seat !== null).length, 0);
  if (seats * ids.length > SEATS_MAX) throw new LayoutFault(at, `gives more than ${SEATS_MAX.toLocaleString()} seats`);
  const all = new Map(rowIds.map((id) => [id, slots.get(id) ?? []]));
  const rows = planRows(rowIds, slots, places, rowKinds(rule, all, shared.kinds, at), shared);
  return ids.map((id, ordinal) => ({
    id,
    name: template.replaceAll("{id}", id).replaceAll("{number}", endingOf(id)),
    level: text(rule.level) || null,
    kind: rule.kind === "suite" || rule.kind === "standing" ? rule.kind : "seated",
    isClosed: shared.closed.has(id),
    capacity: slots.size === 0 ? number(rule.capacity, 0) : seats,
    ordinal,
    geometry: places.placement === null ? null : withoutKnownCentre(places.placement, shared.focus),
    rows,
    ...(places.tables.length === 0 ? {} : { tables: places.tables }),
    ...(places.area.length === 0 ? {} : { area: places.area }),
  }));
}

/** Where the rows of a rule's sections are. */
type Places = {
  placement: Placement | null;
  offsets: ReadonlyMap<string, number[]>;
  positions: ReadonlyMap<string, PlanPositions>;
  tables: PlanTable[];
  area: number[][];
};

const NOWHERE: Places = { placement: null, offsets: new Map(), positions: new Map(), tables: [], area: [] };

type RowsAndPlaces = {
  rowIds: readonly string[];
  /** The slots of each row; empty if no seats are described. */
  slots: ReadonlyMap<string, Seating>;
  places: Places;
};

function rowsAndPlaces(rule: Json, at: string, shared: Shared): RowsAndPlaces {
  const levelHeightM = shared.heightsM.get(foldedLevel(rule.level)) ?? 0;
  const geometry = rule.geometry == null ? null : object(rule.geometry, `${at}/geometry`);
  const listed = list(rule.positions ?? [], `${at}/positions`);
  if (listed.length > 0) return listedPlaces(listed, geometry ?? {}, at, levelHeightM, shared);
  const written = names(rule.rows ?? [], `${at}/rows`);
  // The seats of a section without rows are in one row, which has no id.
  const rowIds = written.length === 0 && rule.seats != null ? [NO_ROW] : written;
  const slots = slotsByRow(rule.seats, rowIds, `${at}/seats`) ?? new Map<string, Seating>();
  if (geometry === null) return { rowIds, slots, places: NOWHERE };
  return { rowIds, slots, places: placesOf(geometry, rowIds, slots, `${at}/geometry`, levelHeightM, shared.focus) };
}

function listedPlaces(
  listed: unknown[],
  geometry: Json,
  at: string,
  levelHeightM: number,
  { focus }: Shared,
): RowsAndPlaces {
  const { rows, placement } = positionedRows(listed, geometry, focus, levelHeightM, `${at}/positions`);
  const tables = geometry.tables == null ? null : object(geometry.tables, `${at}/geometry/tables`);
  // Tables beside listed seats are drawn, and place no seat.
  const count = tables === null ? 0 : list(tables.at ?? [], `${at}/geometry/tables/at`).length;
  const none = Array.from({ length: count }, () => 0);
  return {
    rowIds: rows.map(({ id }) => id),
    slots: new Map(rows.map(({ id, seating }) => [id, seating])),
    places: {
      ...NOWHERE,
      placement,
      positions: new Map(rows.map(({ id, positions }) => [id, positions])),
      tables: tables === null ? [] : placedTables(tables, placement, focus, none, `${at}/geometry/tables`).tables,
    },
  };
}

function placesOf(
  geometry: Json,
  rowIds: readonly string[],
  slots: ReadonlyMap<string, Seating>,
  at: string,
  levelHeightM: number,
  focus: Point,
): Places {
  const area = corners(geometry.area ?? [], `${at}/area`);
  const elevationM = number(geometry.elevationM, 0) + levelHeightM;
  if (area.length > 0) return { ...NOWHERE, placement: areaPlacement(area, elevationM, focus), area };
  const tables = geometry.tables == null ? null : object(geometry.tables, `${at}/tables`);
  if (tables === null) {
    const placement = placementOf(geometry, focus, levelHeightM, rowIds, at);
    return { ...NOWHERE, placement, offsets: rowOffsets(geometry, placement.spacingM, slots, at) ?? NOWHERE.offsets };
  }
  const isListed = list(tables.at ?? [], `${at}/tables/at`).length > 0;
  const placement = isListed
    ? freePlacement([focus.x, focus.y], 0, elevationM)
    : placementOf(geometry, focus, levelHeightM, rowIds, at);
  const seats = rowIds.map((id) => slots.get(id)?.length ?? 0);
  const placed = placedTables(tables, placement, focus, seats, `${at}/tables`);
  const positions = rowIds.flatMap((id, index) => (seats[index] === 0 ? [] : [[id, placed.around[index]!] as const]));
  return {
    ...NOWHERE,
    placement: { ...placement, shape: "free" },
    positions: new Map(positions),
    tables: placed.tables,
  };
}

/** The placement of a standing area, whose centre is the middle of its corners. */
function areaPlacement(area: readonly number[][], elevationM: number, focus: Point): Placement {
  const { x, y } = centroid(area.map(([x = 0, y = 0]) => ({ x, y })));
  return freePlacement([x, y], (bearingDeg({ x, y, z: 0 }, focus) + 180) % 360, elevationM);
}

function freePlacement(centre: [number, number], bearing: number, elevationM: number): Placement {
  return {
    ...USUAL_MEMBERS,
    shape: "free",
    centre,
    bearingDeg: bearing,
    distanceM: 0,
    elevationM,
    rowDepthsM: [],
    rowHeightsM: [],
  };
}

function withoutKnownCentre(placement: Placement, focus: Point): PlanSection["geometry"] {
  const [x, y] = placement.centre;
  return x === focus.x && y === focus.y ? { ...placement, centre: null } : placement;
}

function planRows(
  rowIds: readonly string[],
  slots: ReadonlyMap<string, Seating>,
  places: Places,
  kinds: ReadonlyMap<string, number | number[]>,
  shared: Shared,
): PlanRow[] {
  return rowIds.map((id) => {
    const [seating, offsets] = [slots.get(id), places.offsets.get(id) ?? []];
    const [positions, kind] = [places.positions.get(id), kinds.get(id)];
    return {
      id: id === NO_ROW ? null : id,
      seating: seating === undefined ? null : shared.seatings.indexOf(seating),
      ...(offsets.length === 0 ? {} : { offsets: shared.offsets.indexOf(offsets) }),
      ...(positions === undefined ? {} : { positions }),
      ...(kind === undefined ? {} : { kinds: kind }),
    };
  });
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
