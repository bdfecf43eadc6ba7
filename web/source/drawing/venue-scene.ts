// The scene of a venue in one theme: stands, floor, obstructions, people, building and light.

import type { Material, Texture, Vector3 } from "three";
import { Group, Mesh } from "three";
import { seatPosition } from "../plan/positions";
import { ambientOcclusion } from "./ambient-occlusion";
import { chairShapes, sitterShapes, standerShapes } from "./figure-shapes";
import { buildDefaultStage, buildFloor } from "./floor";
import type { DetailRange } from "./instanced-crowd";
import { InstancedCrowd, type InstanceList } from "./instanced-crowd";
import { buildLightBeams } from "./light-beams";
import { lightingOf, paletteOf } from "./lighting";
import { beamMaterial, createLight, instanceMaterial, pictureMaterial, surfaceMaterial } from "./materials";
import type { MeshBuilder } from "./mesh-builder";
import { buildObstructions } from "./obstructions";
import { createPeople } from "./people";
import type { Point2, Stand } from "./rows";
import { distanceM } from "./rows";
import { createScreenPicture, screenGeometry } from "./screen-picture";
import { buildStand } from "./stands";
import { buildSuites } from "./suites";
import type { Theme } from "./types";
import type { VenueMeasures } from "./venue-measures";
import { buildSky, buildWallsAndRoof } from "./walls-and-roof";

const ABOVE_M = 8;
const SLAB_M = 1.25;
const SUITE_BEHIND_M = 6;
const SUITE_SILL_M = 0.4;
/** The render order of meshes that are drawn last. */
const LAST = 10_000;
/** The height from the floor to the top of the head. */
const SITTING_M = 1.31;
const STANDING_M = 1.74;

export class VenueScene {
  readonly group = new Group();
  private readonly crowds: { chairs: InstancedCrowd; sitters: InstancedCrowd; standers: InstancedCrowd };
  private readonly parts: Mesh[] = [];
  private readonly materials: Material[];
  private readonly picture: Texture;

  constructor(
    readonly measures: VenueMeasures,
    theme: Theme,
  ) {
    const palette = paletteOf(theme, measures.isOpenAir);
    const light = createLight();
    light.set(lightingOf(theme, measures));
    const surface = surfaceMaterial(light);
    const many = instanceMaterial(light);
    this.picture = createScreenPicture();
    const shining = pictureMaterial(light, { value: this.picture });
    const beams = beamMaterial(light);
    this.materials = [surface, many, shining, beams];

    const openness = ambientOcclusion(measures.shown);
    for (const stand of measures.shown) {
      const steps = buildStand(stand, measures, palette, openness, wallTopZ(stand, measures));
      this.parts.push(this.add(steps, surface));
    }
    this.add(buildFloor(measures, palette), surface);
    this.add(buildWallsAndRoof(measures, palette), surface);
    this.add(buildSuites(measures, palette), surface);
    if (measures.stages.length === 0) this.add(buildDefaultStage(measures, palette).mesh, surface);

    const people = createPeople(measures, palette, openness);
    const { mesh: builder, screens } = buildObstructions(measures, palette, people.standers);
    this.add(builder, surface);
    if (screens.length > 0) this.group.add(new Mesh(screenGeometry(screens), shining));
    if (theme === "dark" && measures.isShow && !measures.isOpenAir) this.add(buildLightBeams(measures), beams);
    if (measures.isOpenAir) this.group.add(buildSky(palette));

    const crowd = (instances: InstanceList, shapes: ReturnType<typeof chairShapes>): InstancedCrowd => {
      const made = new InstancedCrowd(instances, shapes, many);
      this.group.add(made.group);
      return made;
    };
    this.crowds = {
      chairs: crowd(people.chairs, chairShapes()),
      sitters: crowd(people.sitters, sitterShapes()),
      standers: crowd(people.standers, standerShapes()),
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

  /** Removes the person and chair at the eye, and people who would hide the focus. */
  clearSightLine(eye: Vector3, isInTheWay: (x: number, y: number, headZ: number) => boolean): void {
    const own = (x: number, y: number): boolean => Math.hypot(x - eye.x, y - eye.y) < 0.3;
    this.crowds.chairs.updateNearby(eye, own);
    this.crowds.sitters.updateNearby(eye, (x, y, z) => own(x, y) || isInTheWay(x, y, z + SITTING_M));
    this.crowds.standers.updateNearby(eye, (x, y, z) => own(x, y) || isInTheWay(x, y, z + STANDING_M));
  }

  dispose(): void {
    for (const crowd of Object.values(this.crowds)) crowd.dispose();
    this.group.traverse((part) => {
      if (part instanceof Mesh) part.geometry.dispose();
    });
    for (const material of this.materials) material.dispose();
    this.picture.dispose();
  }

  private add(builder: MeshBuilder, material: Material): Mesh {
    const mesh = new Mesh(builder.geometry(), material);
    mesh.matrixAutoUpdate = false;
    mesh.renderOrder = LAST;
    this.group.add(mesh);
    return mesh;
  }
}

/** The top of the wall behind a stand: below suites, below the deck above, or at the roof. */
function wallTopZ(stand: Stand, { plan, shown, roofZ, outline }: VenueMeasures): number {
  const last = stand.strips.at(-1)!;
  const back = last.back[last.back.length >> 1]!;
  const at: Point2 = last.back.length === 2 ? centre(last.back) : back;
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
    if (distanceM(at, front) < ABOVE_M) top = Math.min(top, first.z - SLAB_M);
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
