// The scene of a venue in one mood: stands, floor, obstructions, people, building and light.

import type { CanvasTexture, Material, ShaderMaterial } from "three";
import { Group, Mesh, Vector2, Vector3 } from "three";
import type { Obstruction } from "../plan/plan";
import { seatPosition } from "../plan/positions";
import { startStage } from "../view/view-marks";
import { ambientOcclusion } from "./ambient-occlusion";
import { chairShapes } from "./chair-shapes";
import { type DetailRange, scaledRange } from "./detail-range";
import { SEATED, STANDING } from "./figure-measures";
import type { DetailLevels } from "./figure-shapes";
import { sitterShapes, standerShapes } from "./figure-shapes";
import { buildDefaultStage, buildFloor } from "./floor";
import { buildHallBodies } from "./hall-bodies";
import type { HallKind } from "./halls";

import { InstancedCrowd, type InstanceList } from "./instanced-crowd";
import { type LateParts, latePartsOf } from "./late-parts";
import { buildLightBeams } from "./light-beams";
import { lightingOf } from "./lighting";
import { lowestSights } from "./lowest-sights";
import type { Pattern } from "./materials";
import { beamMaterial, createLight, instanceMaterial, pictureMaterial, surfaceMaterial } from "./materials";
import { MeshBuilder } from "./mesh-builder";
import { buildObstructions } from "./obstructions";
import type { Palette } from "./palettes";
import { paletteOf } from "./palettes";
import { createPeople } from "./people";
import type { Point2, Stand } from "./rows";
import { distanceM } from "./rows";
import { AT_ONCE, type SceneBuilding } from "./scene-building";
import { createScreenPicture, screenGeometry } from "./screen-picture";
import { shadeUnderCanopy } from "./stadium";
import type { Openness } from "./stands";
import { drawStand } from "./stands";
import type { VenueMeasures } from "./venue-measures";
import { isLookedAt } from "./venue-measures";
import { buildRoof, buildWalls } from "./walls-and-roof";

const ABOVE_M = 8;
const PARAPET_M = 1;
const SECTORS_OF_A_HALF = 7;
const SUITE_BEHIND_M = 6;
const SUITE_SILL_M = 0.4;
/** The render order of meshes that are drawn last. */
const LAST = 10_000;
/** Who is nearer to the eye is the person whose eye it is. */
const OWN_M = 0.3;
const OWN_STANDING_M = 0.45;

const BOUNCE_M = 0.04;
/** Performers are drawn in full up to this many times the distance at which the audience is. */
const PERFORMERS_FULL = 1.4;

type CrowdName = "chairs" | "sitters" | "standers";

export class VenueScene {
  readonly group = new Group();
  private readonly palette: Palette;
  private readonly openness: Openness;
  private readonly light = createLight();
  private readonly surfaces = new Map<Pattern, ShaderMaterial>();
  private readonly materials: Material[] = [];
  private readonly people = this.own(instanceMaterial(this.light));
  private readonly bounce = { value: new Vector2() };
  private readonly standing = this.own(instanceMaterial(this.light, this.bounce));
  private picture: CanvasTexture | null = null;
  private readonly crowds = new Map<CrowdName, InstancedCrowd>();
  private readonly parts: Mesh[] = [];
  /** Shows those who perform in full detail up to a distance from the eye. */
  private performers: ((eye: Vector3, fullM: number) => void) | null = null;
  private readonly detailEye = new Vector3(NaN);
  private detailReach: DetailRange | null = null;
  /** The bodies that are in the way of somebody, and the outlines that they have while they are faded. */
  private bodiesInTheWay: Mesh | null = null;
  private faded: ShaderMaterial | null = null;
  private outlines: Mesh | null = null;
  private readonly lateParts: Promise<LateParts>;
  /** Whether people stand before a band. */
  hasMovingCrowd = false;

  /** Builds the scene part by part, with pauses in between. */
  static async build(measures: VenueMeasures, building: SceneBuilding = AT_ONCE): Promise<VenueScene> {
    const scene = new VenueScene(measures, building);
    const endOfStands = startStage("stands");
    await scene.addStands();
    await scene.addBuilding();
    await scene.addBodies();
    endOfStands();
    const endOfPeople = startStage("people");
    await scene.addCrowds();
    endOfPeople();
    return scene;
  }

  private constructor(
    readonly measures: VenueMeasures,
    private readonly building: SceneBuilding,
  ) {
    this.palette = paletteOf(measures.hall, measures.mood);
    this.openness = opennessOf(measures);
    this.light.set(lightingOf(measures));
    this.group.matrixAutoUpdate = false;
    this.lateParts = latePartsOf(measures);
    // A failure is thrown where the parts are awaited, after the stands.
    this.lateParts.catch(() => {});
  }

  /** Chooses the level of detail for an eye position and for how large things appear: 1 as in a usual picture. As long as
   * these are the same, there is nothing to do. */
  setDetail(eye: Vector3, usual: DetailRange, magnification = 1): void {
    const reach = scaledRange(usual, magnification);
    const { middleM, farM } = this.detailReach ?? {};
    if (reach.middleM === middleM && reach.farM === farM && eye.equals(this.detailEye)) return;
    this.detailReach = reach;
    this.detailEye.copy(eye);
    for (const crowd of this.crowds.values()) crowd.setDetail(eye, reach);
    this.performers?.(eye, reach.middleM * PERFORMERS_FULL);
    for (const part of this.parts) {
      const { center, radius } = part.geometry.boundingSphere!;
      part.renderOrder = Math.max(0, eye.distanceTo(center) - radius * 0.5);
    }
  }

  /** Shows the standing crowd as it is after some seconds of its motion. */
  moveCrowd(seconds: number): void {
    this.bounce.value.set(BOUNCE_M, seconds);
  }

  /** Leaves out the person and the chair at the eye, and everybody else whom `isLeftOut` names by the top of the head. */
  placeViewer(eye: Vector3, isLeftOut: (x: number, y: number, headZ: number) => boolean = () => false): void {
    const own = (x: number, y: number, reachM = OWN_M): boolean => Math.hypot(x - eye.x, y - eye.y) < reachM;
    this.crowds.get("chairs")?.updateNearby(eye, (x, y) => own(x, y));
    this.crowds.get("sitters")?.updateNearby(eye, (x, y, z) => own(x, y) || isLeftOut(x, y, z + SEATED.topM));
    this.crowds
      .get("standers")
      ?.updateNearby(eye, (x, y, z) => own(x, y, OWN_STANDING_M) || isLeftOut(x, y, z + STANDING.topM));
  }

  /** Draws what is in the way with a material made by `fade`, and with outlines; without them, as it is. */
  fadeBodies(fade: ((solid: ShaderMaterial) => ShaderMaterial) | null, outlines: MeshBuilder | null = null): void {
    if (this.outlines !== null) {
      this.group.remove(this.outlines);
      this.outlines.geometry.dispose();
    }
    if (fade !== null) this.faded ??= this.own(fade(this.surface()));
    if (this.bodiesInTheWay !== null) this.bodiesInTheWay.material = fade === null ? this.surface() : this.faded!;
    this.outlines = outlines === null || outlines.triangles === 0 ? null : this.add(outlines, this.surface());
  }

  dispose(): void {
    for (const crowd of this.crowds.values()) crowd.dispose();
    this.group.traverse((part) => {
      if (part instanceof Mesh) part.geometry.dispose();
    });
    for (const material of [...this.surfaces.values(), ...this.materials]) material.dispose();
    this.picture?.dispose();
  }

  private async addStands(): Promise<void> {
    const { measures, palette, openness, building } = this;
    const sightsOver = lowestSights(measures);
    for (const stands of groupsOf(measures)) {
      const mesh = new MeshBuilder();
      for (const stand of stands) {
        await building.pause();
        const wall = { topZ: wallTopZ(stand, measures), mostZ: sightsOver(stand) };
        drawStand(mesh, stand, measures, palette, openness, wall);
      }
      this.parts.push(this.add(mesh, this.surface(GRAINS[measures.hall].stands)));
    }
  }

  private async addBuilding(): Promise<void> {
    const { measures, palette, building } = this;
    const { hall } = measures;
    const { amphitheatre, club, theatre, proscenium, suites, sky, assumed } = await this.lateParts;
    const bodies = assumed?.assumedBodies(measures) ?? measures.plan.bodies ?? [];
    const grain = GRAINS[hall];
    const parts: [isThere: boolean, build: typeof buildFloor | undefined, pattern?: Pattern][] = [
      [true, buildFloor, grain.stands],
      [true, buildWalls, grain.walls],
      [true, buildRoof],
      [true, (hall, colours) => buildHallBodies(bodies, hall, colours, theatre)],
      [true, suites?.buildSuites],
      [true, theatre?.buildTheatre],
      [true, proscenium?.buildTheatreStage],
      [true, club?.buildClub],
      [true, amphitheatre?.buildStageHouse, "stone"],
      [measures.isOpenAir, amphitheatre?.buildLandscape],
    ];
    for (const [isThere, build, pattern] of parts) {
      await building.pause();
      if (isThere && build !== undefined) this.add(build(measures, palette), this.surface(pattern));
    }
    if (sky !== null) this.place(sky.buildSky(palette, measures.mood));
  }

  /** Adds tables, raised floors, the field that people look at, screens, and what is in the way. */
  private async addBodies(): Promise<void> {
    const { measures, palette, light, building } = this;
    const { fields, furniture, performers } = await this.lateParts;
    if (furniture !== null) this.add(furniture.buildFurniture(measures, palette), this.surface());
    const field = fields?.buildField(measures, palette) ?? null;
    if (field !== null) {
      this.add(field.mesh, this.surface(field.isGrass ? "grass" : "plain"));
    } else if (measures.stages.length === 0 && measures.plan.focus.extent?.kind !== "screen") {
      this.add(buildDefaultStage(measures, palette), this.surface());
    }
    await building.pause();
    const { mesh, screens } = buildObstructions(withBodies(measures, isLookedAt), palette);
    this.add(mesh, this.surface());
    await building.pause();
    const inTheWay = { ...withBodies(measures, (body) => !isLookedAt(body)), stages: [] };
    this.bodiesInTheWay = this.add(buildObstructions(inTheWay, palette).mesh, this.surface());
    if (screens.length > 0) {
      const closeUp = performers?.closeUpOf(measures.event) ?? null;
      this.picture = createScreenPicture(closeUp);
      const shining = this.own(pictureMaterial(light, { value: this.picture }));
      this.place(new Mesh(screenGeometry(screens, closeUp !== null), shining));
    }
    await building.pause();
    if (performers !== null) {
      this.addPerformers((detail) => performers.buildPerformers(measures, field?.frame ?? null, detail));
    }
    await building.pause();
    if (measures.mood === "concert" && hasBeams(measures)) {
      this.add(buildLightBeams(measures), this.own(beamMaterial(light)));
    }
  }

  /** Adds those who perform, plain at first: their details are built once somebody is near enough to see them. */
  private addPerformers(build: (detail: "full" | "plain") => MeshBuilder): void {
    const plain = this.add(build("plain"), this.people);
    const { center, radius } = plain.geometry.boundingSphere!;
    let full: Mesh | null = null;
    this.performers = (eye, fullM) => {
      plain.visible = eye.distanceTo(center) - radius >= fullM;
      if (!plain.visible) full ??= this.add(build("full"), this.people);
      if (full !== null) full.visible = !plain.visible;
    };
  }

  private async addCrowds(): Promise<void> {
    const { measures, palette, openness, building } = this;
    const people = await createPeople(measures, palette, openness, building.pause);
    const crowds: [CrowdName, InstanceList, DetailLevels][] = [
      ["chairs", people.chairs, chairShapes(people.sitters.count === 0)],
      ["sitters", people.sitters, sitterShapes()],
      ["standers", people.standers, standerShapes()],
    ];
    this.hasMovingCrowd = measures.event === "band" && people.standers.count > 0;
    for (const [name, instances, shapes] of crowds) {
      const paint = name === "standers" ? this.standing : this.people;
      const crowd = await InstancedCrowd.build(instances, shapes, paint, building);
      this.crowds.set(name, crowd);
      this.group.add(crowd.group);
    }
  }

  private add(builder: MeshBuilder, material: Material): Mesh {
    const mesh = new Mesh(builder.geometry(), material);
    mesh.renderOrder = LAST;
    return this.place(mesh);
  }

  private place(mesh: Mesh): Mesh {
    mesh.matrixAutoUpdate = false;
    this.group.add(mesh);
    this.building.upload([mesh]);
    return mesh;
  }

  private surface(pattern: Pattern = "plain"): ShaderMaterial {
    const { x, y } = this.measures.plan.origin;
    const material = this.surfaces.get(pattern) ?? surfaceMaterial(this.light, pattern, [x, y]);
    this.surfaces.set(pattern, material);
    return material;
  }

  /** Keeps a material until the scene is disposed of. */
  private own(material: ShaderMaterial): ShaderMaterial {
    this.materials.push(material);
    return material;
  }
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

/** The grain of surfaces that are not plain. */
const GRAINS: Record<HallKind, { stands: Pattern; walls: Pattern }> = {
  arena: { stands: "plain", walls: "plain" },
  stadium: { stands: "plain", walls: "plain" },
  theatre: { stands: "plain", walls: "plain" },
  amphitheatre: { stands: "stone", walls: "stone" },
  club: { stands: "plain", walls: "brick" },
};

/** The halls whose air shows beams of light at a concert. */
const HAS_BEAMS: Record<HallKind, boolean> = {
  arena: true,
  stadium: false,
  theatre: false,
  amphitheatre: false,
  club: true,
};

function hasBeams({ hall, isOpenAir, event }: VenueMeasures): boolean {
  return HAS_BEAMS[hall] && !isOpenAir && event === "band";
}

function opennessOf(measures: VenueMeasures): Openness {
  const underDecks = ambientOcclusion(measures.shown);
  if (measures.hall === "amphitheatre") return () => 1;
  if (measures.hall !== "stadium" || !measures.isOpenAir) return underDecks;
  const underRoof = shadeUnderCanopy(measures);
  return (x, y, z) => underDecks(x, y, z) * underRoof(x, y);
}

/** The top of the wall behind a stand: below suites, below the deck above, or at the roof. */
function wallTopZ(stand: Stand, { plan, shown, roofZ, outline, hall, shape }: VenueMeasures): number {
  const last = stand.strips.at(-1)!;
  const back = last.back[last.back.length >> 1]!;
  const at: Point2 = last.back.length === 2 ? centre(last.back) : back;
  if (hall === "amphitheatre") return isByTheOutline(at, outline) ? last.z + PARAPET_M : last.z;
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
