// The parts of a hall, built one after the other from its plan, as data that a worker can hand over: first everything that
// the first picture from a seat needs, then the rest.

import type { Obstruction, Plan } from "../plan/plan";
import { seatPosition } from "../plan/positions";
import type { ViewStage } from "../view/view-marks";
import { ambientOcclusion } from "./ambient-occlusion";
import { chairShapes } from "./chair-shapes";
import { type CrowdCell, cellsOf, type EyePoint, isInFirstPicture, makeCell, sphereOfMembers } from "./crowd-cells";
import type { DetailLevels } from "./figure-shapes";
import { sitterShapes, standerShapes } from "./figure-shapes";
import { buildDefaultStage, buildFloor } from "./floor";
import { extentCorners } from "./focus-extent";
import { buildHallBodies } from "./hall-bodies";
import type { Pattern } from "./halls";
import { HALLS } from "./halls";
import type { InstanceList } from "./instance-list";
import { type LateParts, latePartsOf, paletteFor } from "./late-parts";
import { buildLightBeams } from "./light-beams";
import { lowestSights } from "./lowest-sights";
import { type MeshArrays, MeshBuilder, type SphereOf } from "./mesh-builder";
import { buildObstructions, type Screen } from "./obstructions";
import type { Palette } from "./palettes";
import { createPeople } from "./people";
import type { Point2, Stand } from "./rows";
import { distanceM } from "./rows";
import { shadeUnderCanopy } from "./stadium";
import type { Openness } from "./stands";
import { drawStand } from "./stands";
import { footprintOf, isLookedAt, measureVenue, type VenueMeasures } from "./venue-measures";
import { buildRoof, buildWalls } from "./walls-and-roof";

const ABOVE_M = 8;
const PARAPET_M = 1;
const SECTORS_OF_A_HALF = 7;
const SUITE_BEHIND_M = 6;
const SUITE_SILL_M = 0.4;
/** What people look at is at least this wide to both sides of the focus. */
const FOCUS_HALF_M = 6;
/** From within this distance, the first picture shows performers in full detail. */
const PERFORMERS_NEAR_M = 60;

export type CrowdName = "chairs" | "sitters" | "standers";

/** What a mesh is: most are nothing special. */
export type MeshRole = "stand" | "in-the-way" | "performers" | "performers-in-full" | "beams" | "panes" | "other";

export type HallPart =
  | { kind: "measures"; measures: VenueMeasures }
  | { kind: "mesh"; mesh: MeshArrays; role: MeshRole; pattern: Pattern }
  | { kind: "screens"; screens: Screen[] }
  | { kind: "crowd"; name: CrowdName; shapes: DetailLevels; count: number }
  | { kind: "cell"; name: CrowdName; cell: CrowdCell }
  /** A stage of the work that has ended, in milliseconds since 1970: workers have another clock than their page. */
  | { kind: "stage"; stage: ViewStage; startedAt: number; endedAt: number }
  /** Everything that the first picture needs has come. */
  | { kind: "first-picture" };

type Parts = AsyncGenerator<HallPart, void>;
type Pause = () => Promise<void>;

/** Builds all parts of a hall. Without an eye, the first picture needs all of them. */
export async function* hallParts(given: Plan, eye: EyePoint | null = null, pause: Pause = async () => {}): Parts {
  const endOfMeasures = startStage("measures");
  const measures = measureVenue(given);
  yield { kind: "measures", measures };
  yield endOfMeasures();
  const endOfStands = startStage("stands");
  const openness = opennessOf(measures);
  const late = latePartsOf(measures);
  // A failure is thrown where the parts are awaited, after the stands.
  late.catch(() => {});
  const palette = await paletteFor(measures);
  yield* standParts(measures, palette, openness, pause);
  yield* buildingParts(measures, palette, await late, pause);
  const performers = yield* bodyParts(measures, palette, await late, pause);
  yield endOfStands();
  const endOfPeople = startStage("people");
  const [x, y, z] = measures.focus;
  const isNear = eye !== null && Math.hypot(eye.x - x, eye.y - y, eye.z - z) < PERFORMERS_NEAR_M;
  if (isNear && performers !== null) yield performers();
  const crowd = await crowdsOf(measures, palette, openness, pause);
  yield* crowd.crowds;
  const halfM = focusHalfM(measures);
  const isFirst = ({ sphere }: CellPlan) => eye === null || isInFirstPicture(sphere, eye, measures.focus, halfM);
  yield* cellParts(crowd.cells.filter(isFirst), pause);
  yield endOfPeople();
  yield { kind: "first-picture" };
  yield* cellParts(
    crowd.cells.filter((cell) => !isFirst(cell)),
    pause,
  );
  if (!isNear && performers !== null) yield performers();
}

/** The arrays of a part that are handed over and not copied. */
export function transferablesOf(part: HallPart): ArrayBuffer[] {
  if (part.kind === "mesh") return buffersOf(part.mesh);
  if (part.kind !== "cell") return [];
  const { plain, places, matrices, colours } = part.cell;
  return [...buffersOf(plain), places.buffer, matrices.buffer, colours.buffer];
}

function buffersOf({ positions, normals, colours, indices }: MeshArrays): ArrayBuffer[] {
  return [positions.buffer, normals.buffer, colours.buffer, indices.buffer];
}

function startStage(stage: ViewStage): () => HallPart {
  const now = () => performance.timeOrigin + performance.now();
  const startedAt = now();
  return () => ({ kind: "stage", stage, startedAt, endedAt: now() });
}

function meshPart(mesh: MeshBuilder, role: MeshRole = "other", pattern: Pattern = "plain"): HallPart {
  return { kind: "mesh", mesh: mesh.geometry(), role, pattern };
}

async function* standParts(measures: VenueMeasures, palette: Palette, openness: Openness, pause: Pause): Parts {
  const sightsOver = lowestSights(measures);
  for (const stands of groupsOf(measures)) {
    const mesh = new MeshBuilder();
    for (const stand of stands) {
      await pause();
      const wall = { topZ: wallTopZ(stand, measures), mostZ: sightsOver(stand) };
      drawStand(mesh, stand, measures, palette, openness, wall);
    }
    yield meshPart(mesh, "stand", HALLS[measures.hall].stands);
  }
}

async function* buildingParts(measures: VenueMeasures, palette: Palette, late: LateParts, pause: Pause): Parts {
  const { amphitheatre, club, theatre, interiors, proscenium, rink, suites, assumed } = late;
  const bodies = assumed?.assumedBodies(measures) ?? measures.plan.bodies ?? [];
  const grain = HALLS[measures.hall];
  const parts: [build: typeof buildFloor | undefined, pattern?: Pattern | undefined, role?: MeshRole][] = [
    [buildFloor, grain.stands],
    [buildWalls, grain.walls],
    [buildRoof],
    [(hall, colours) => buildHallBodies(bodies, hall, colours, theatre), "plain", "in-the-way"],
    [rink?.buildPosts],
    [rink?.buildPanes, "plain", "panes"],
    [suites?.buildSuites],
    [HALLS[measures.hall].building === "house" ? theatre?.buildTheatre : undefined],
    [interiors?.buildRoom],
    [proscenium?.buildTheatreStage],
    [club?.buildClub],
    [amphitheatre?.buildStageHouse, "stone"],
    [measures.isOpenAir ? amphitheatre?.buildLandscape : undefined],
  ];
  for (const [build, pattern, role] of parts) {
    await pause();
    if (build !== undefined) yield meshPart(build(measures, palette), role, pattern);
  }
}

/** Builds tables, raised floors, the field that people look at, screens, what is in the way, and those who perform, plain.
 * Returns how to build them in full; null if nobody performs. */
async function* bodyParts(
  measures: VenueMeasures,
  palette: Palette,
  { fields, furniture, performers, rig }: LateParts,
  pause: Pause,
): AsyncGenerator<HallPart, (() => HallPart) | null> {
  if (furniture !== null) yield meshPart(furniture.buildFurniture(measures, palette));
  const field = fields?.buildField(measures, palette) ?? null;
  if (field !== null) {
    yield meshPart(field.mesh, "other", field.isGrass ? "grass" : "plain");
  } else if (measures.stages.length === 0 && measures.plan.focus.extent?.kind !== "screen") {
    yield meshPart(buildDefaultStage(measures, palette));
  }
  await pause();
  const { mesh, screens } = buildObstructions(withBodies(measures, isLookedAt), palette);
  yield meshPart(mesh);
  if (rig !== null) {
    const hung = rig.buildRig(measures, palette);
    yield meshPart(hung.mesh);
    screens.push(...hung.screens);
  }
  await pause();
  const inTheWay = { ...withBodies(measures, (body) => !isLookedAt(body)), stages: [] };
  yield meshPart(buildObstructions(inTheWay, palette).mesh, "in-the-way");
  if (screens.length > 0) yield { kind: "screens", screens };
  await pause();
  if (measures.mood === "concert" && hasBeams(measures)) yield meshPart(buildLightBeams(measures), "beams");
  await pause();
  if (performers === null) return null;
  const frame = field?.frame ?? null;
  yield meshPart(performers.buildPerformers(measures, frame, "plain"), "performers");
  return () => meshPart(performers.buildPerformers(measures, frame, "full"), "performers-in-full");
}

/** A cell that is to be made, and what it will be inside of. */
type CellPlan = { name: CrowdName; sphere: SphereOf; make: () => CrowdCell };

async function crowdsOf(
  measures: VenueMeasures,
  palette: Palette,
  openness: Openness,
  pause: Pause,
): Promise<{ crowds: HallPart[]; cells: CellPlan[] }> {
  const people = await createPeople(measures, palette, openness, pause);
  const shapesOf: Record<CrowdName, () => DetailLevels> = {
    chairs: () => chairShapes(HALLS[measures.hall].chairs ?? "shell", people.sitters.count === 0),
    sitters: sitterShapes,
    standers: standerShapes,
  };
  // Shapes take long to build, and few halls have both who sit and who stand.
  const all: [CrowdName, InstanceList, DetailLevels][] = [];
  for (const name of ["chairs", "sitters", "standers"] as const) {
    if (people[name].count === 0) continue;
    await pause();
    all.push([name, people[name], shapesOf[name]()]);
  }
  const cells = all.flatMap(([name, instances, shapes]) =>
    cellsOf(instances).map((members) => ({
      name,
      sphere: sphereOfMembers(instances, members),
      make: () => makeCell(instances, members, shapes[4]),
    })),
  );
  return { crowds: all.map(([name, { count }, shapes]) => ({ kind: "crowd", name, shapes, count })), cells };
}

async function* cellParts(cells: CellPlan[], pause: Pause): Parts {
  for (const { name, make } of cells) {
    await pause();
    yield { kind: "cell", name, cell: make() };
  }
}

/** How far what people look at reaches from the focus. */
function focusHalfM({ plan, stages, focus }: VenueMeasures): number {
  const corners = stages.flatMap(footprintOf);
  if (plan.focus.extent !== null) corners.push(...extentCorners(plan, plan.focus.extent));
  return Math.max(FOCUS_HALF_M, ...corners.map((corner) => distanceM(corner, [focus[0], focus[1]])));
}

/** The measures with some of the obstructions alone. */
function withBodies(measures: VenueMeasures, isKept: (body: Obstruction) => boolean): VenueMeasures {
  const { plan } = measures;
  return { ...measures, plan: { ...plan, obstructions: plan.obstructions.filter(isKept) } };
}

/** Stands that are near each other, so that they can be drawn, or left out, together. */
function groupsOf({ shown, focus }: VenueMeasures): Stand[][] {
  const groups = new Map<string, Stand[]>();
  for (const stand of shown) {
    const [x, y] = centre(stand.strips[0]!.front);
    const sector = Math.round((Math.atan2(x - focus[0], y - focus[1]) / Math.PI) * SECTORS_OF_A_HALF);
    const key = `${sector}/${stand.section.level}`;
    groups.set(key, [...(groups.get(key) ?? []), stand]);
  }
  return [...groups.values()];
}

function hasBeams({ hall, isOpenAir, event }: VenueMeasures): boolean {
  return HALLS[hall].hasBeams === true && !isOpenAir && event === "band";
}

function opennessOf(measures: VenueMeasures): Openness {
  const underDecks = ambientOcclusion(measures.shown);
  const { building } = HALLS[measures.hall];
  if (building === "stone") return () => 1;
  if (building !== "bowl" || !measures.isOpenAir) return underDecks;
  const underRoof = shadeUnderCanopy(measures);
  return (x, y, z) => underDecks(x, y, z) * underRoof(x, y);
}

/** The top of the wall behind a stand: below suites, below the deck above, or at the roof. */
function wallTopZ(stand: Stand, { plan, shown, roofZ, outline, hall, shape }: VenueMeasures): number {
  const last = stand.strips.at(-1)!;
  const back = last.back[last.back.length >> 1]!;
  const at: Point2 = last.back.length === 2 ? centre(last.back) : back;
  if (HALLS[hall].building === "stone") return isByTheOutline(at, outline) ? last.z + PARAPET_M : last.z;
  for (const section of plan.sections) {
    if (section.kind !== "suite" || section.rows.length > 0) continue;
    const place = seatPosition(plan, section);
    if (place === null || place.z < last.z) continue;
    if (distanceM(at, [place.x, place.y]) < SUITE_BEHIND_M) return place.z - SUITE_SILL_M;
  }
  let top = Infinity;
  for (const other of shown) {
    const first = other.strips[0]!;
    if (first.z < last.z + 1.5) continue;
    const front = first.front.length === 2 ? centre(first.front) : first.front[first.front.length >> 1]!;
    if (distanceM(at, front) < ABOVE_M) top = Math.min(top, first.z - shape.slabM);
  }
  if (Number.isFinite(top)) return top;
  return isByTheOutline(at, outline) ? roofZ : last.z;
}

function isByTheOutline(at: Point2, outline: Point2[]): boolean {
  return outline.some((corner, index) => {
    const next = outline[(index + 1) % outline.length]!;
    const length = distanceM(corner, next) || 1;
    const along = ((at[0] - corner[0]) * (next[0] - corner[0]) + (at[1] - corner[1]) * (next[1] - corner[1])) / length;
    const beside = ((next[0] - corner[0]) * (at[1] - corner[1]) - (next[1] - corner[1]) * (at[0] - corner[0])) / length;
    return along > -3 && along < length + 3 && Math.abs(beside) < 4;
  });
}

function centre(line: Point2[]): Point2 {
  const [start, end] = [line[0]!, line.at(-1)!];
  return [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
}
