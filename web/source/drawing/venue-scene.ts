// The scene of a venue in one mood: stands, floor, obstructions, people, building and light.

import type { Material, ShaderMaterial, Texture, Vector3 } from "three";
import { Group, Mesh } from "three";
import { seatPosition } from "../plan/positions";
import { ambientOcclusion } from "./ambient-occlusion";
import { buildLandscape, buildStageHouse } from "./amphitheatre";
import { buildClub } from "./club";
import { addPlayers } from "./field";
import { chairShapes, performerShapes, sitterShapes, standerShapes } from "./figure-shapes";
import { buildDefaultStage, buildFloor } from "./floor";
import { freeFloor } from "./free-floor";
import type { HallKind } from "./halls";
import type { DetailRange } from "./instanced-crowd";
import { InstancedCrowd, InstanceList } from "./instanced-crowd";
import { buildLightBeams } from "./light-beams";
import { lightingOf } from "./lighting";
import type { Pattern } from "./materials";
import { beamMaterial, createLight, instanceMaterial, pictureMaterial, surfaceMaterial } from "./materials";
import { MeshBuilder } from "./mesh-builder";
import { buildNearOutlines, fadingNearTheEye, withBodiesLookedAt, withBodiesLookedPast } from "./near-bodies";
import { buildObstructions } from "./obstructions";
import { paletteOf } from "./palettes";
import { createPeople } from "./people";
import type { Point2, Stand } from "./rows";
import { distanceM } from "./rows";
import { createScreenPicture, screenGeometry } from "./screen-picture";
import { buildSky } from "./sky";
import { shadeUnderCanopy } from "./stadium";
import type { Openness } from "./stands";
import { drawStand } from "./stands";
import { buildSuites } from "./suites";
import { buildTheatre } from "./theatre";
import type { VenueMeasures } from "./venue-measures";
import { buildRoof, buildWalls } from "./walls-and-roof";

const ABOVE_M = 8;
const PARAPET_M = 1;
const SECTORS_OF_A_HALF = 7;
const SUITE_BEHIND_M = 6;
const SUITE_SILL_M = 0.4;
/** The render order of meshes that are drawn last. */
const LAST = 10_000;
/** The height from the floor to the top of the head. */
const SITTING_M = 1.31;
const STANDING_M = 1.74;

export class VenueScene {
  readonly group = new Group();
  private readonly crowds: Record<"chairs" | "sitters" | "standers" | "players", InstancedCrowd>;
  private readonly parts: Mesh[] = [];
  private readonly materials: Material[];
  private readonly picture: Texture;
  private readonly solid: ShaderMaterial;
  private outlines: Mesh | null = null;

  constructor(readonly measures: VenueMeasures) {
    const { hall, mood } = measures;
    const palette = paletteOf(hall, mood);
    const light = createLight();
    light.set(lightingOf(measures));
    const { x, y } = measures.plan.origin;
    const made = new Map<Pattern, ShaderMaterial>();
    const surface = (pattern: Pattern = "plain"): ShaderMaterial => {
      const material = made.get(pattern) ?? surfaceMaterial(light, pattern, [x, y]);
      made.set(pattern, material);
      return material;
    };
    const grain = GRAINS[hall];
    const many = instanceMaterial(light);
    this.picture = createScreenPicture();
    const shining = pictureMaterial(light, { value: this.picture });
    const beams = beamMaterial(light);

    const openness = opennessOf(measures);
    for (const stands of groupsOf(measures)) {
      const mesh = new MeshBuilder();
      for (const stand of stands) {
        drawStand(mesh, stand, measures, palette, openness, wallTopZ(stand, measures));
      }
      this.parts.push(this.add(mesh, surface(grain.stands)));
    }
    this.add(buildFloor(measures, palette), surface(grain.stands));
    this.add(buildWalls(measures, palette), surface(grain.walls));
    this.add(buildRoof(measures, palette), surface());
    this.add(buildSuites(measures, palette), surface());
    if (hall === "theatre") this.add(buildTheatre(measures, palette), surface());
    if (hall === "club") this.add(buildClub(measures, palette), surface());
    if (hall === "amphitheatre") {
      this.add(buildStageHouse(measures, palette), surface("stone"));
      this.add(buildLandscape(measures, palette), surface());
    }

    const people = createPeople(measures, palette, openness);
    const players = new InstanceList();
    if (measures.stages.length === 0) {
      const stage = buildDefaultStage(measures, palette);
      this.add(stage.mesh, surface(stage.isPitch ? "grass" : "plain"));
      if (stage.isPitch) addPlayers(players, measures, freeFloor(measures));
    }
    const { mesh: builder, screens } = buildObstructions(withBodiesLookedAt(measures), palette, players);
    this.add(builder, surface());
    this.solid = surface();
    const fading = fadingNearTheEye(this.solid);
    this.add(buildObstructions(withBodiesLookedPast(measures), palette, players).mesh, fading);
    if (screens.length > 0) this.group.add(new Mesh(screenGeometry(screens), shining));
    if (mood === "concert" && HAS_BEAMS[hall]) this.add(buildLightBeams(measures), beams);
    if (measures.isOpenAir) this.group.add(buildSky(palette, mood));
    this.materials = [...made.values(), fading, many, shining, beams];

    const crowd = (instances: InstanceList, shapes: ReturnType<typeof chairShapes>): InstancedCrowd => {
      const group = new InstancedCrowd(instances, shapes, many);
      this.group.add(group.group);
      return group;
    };
    this.crowds = {
      chairs: crowd(people.chairs, chairShapes()),
      sitters: crowd(people.sitters, sitterShapes()),
      standers: crowd(people.standers, standerShapes()),
      players: crowd(players, performerShapes()),
    };
  }

  /** Chooses the level of detail for an eye position. */
  setDetail(eye: Vector3, reach: DetailRange): void {
    for (const crowd of Object.values(this.crowds)) crowd.setDetail(eye, reach);
    for (const part of this.parts) {
      const { center, radius } = part.geometry.boundingSphere!;
      part.renderOrder = Math.max(0, eye.distanceTo(center) - radius * 0.5);
    }
  }

  /** Removes the person and chair at the eye, and people who would hide the focus. Outlines bodies near the eye. */
  clearSightLine(eye: Vector3, isInTheWay: (x: number, y: number, headZ: number) => boolean): void {
    const own = (x: number, y: number): boolean => Math.hypot(x - eye.x, y - eye.y) < 0.3;
    this.crowds.chairs.updateNearby(eye, own);
    this.crowds.sitters.updateNearby(eye, (x, y, z) => own(x, y) || isInTheWay(x, y, z + SITTING_M));
    this.crowds.standers.updateNearby(eye, (x, y, z) => own(x, y) || isInTheWay(x, y, z + STANDING_M));
    this.outlineNearBodies(eye);
  }

  dispose(): void {
    for (const crowd of Object.values(this.crowds)) crowd.dispose();
    this.group.traverse((part) => {
      if (part instanceof Mesh) part.geometry.dispose();
    });
    for (const material of this.materials) material.dispose();
    this.picture.dispose();
  }

  private outlineNearBodies(eye: Vector3): void {
    if (this.outlines !== null) {
      this.group.remove(this.outlines);
      this.outlines.geometry.dispose();
      this.outlines = null;
    }
    const outlines = buildNearOutlines(this.measures, eye);
    if (outlines.triangles > 0) this.outlines = this.add(outlines, this.solid);
  }

  private add(builder: MeshBuilder, material: Material): Mesh {
    const mesh = new Mesh(builder.geometry(), material);
    mesh.matrixAutoUpdate = false;
    mesh.renderOrder = LAST;
    this.group.add(mesh);
    return mesh;
  }
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

function opennessOf(measures: VenueMeasures): Openness {
  const underDecks = ambientOcclusion(measures.shown);
  if (measures.hall === "amphitheatre") return () => 1;
  if (measures.hall !== "stadium") return underDecks;
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
