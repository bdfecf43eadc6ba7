// The scene of a venue in one mood: stands, floor, obstructions, people, building and light.

import type { CanvasTexture, Material, ShaderMaterial } from "three";
import { BufferGeometry, Color, Group, InstancedMesh, Mesh, Vector2, Vector3 } from "three";
import { measureStage } from "../view/view-marks";
import { type DetailRange, scaledRange } from "./detail-range";
import { SEATED, STANDING } from "./figure-measures";
import type { CrowdName, HallPart, MeshRole } from "./hall-parts";
import type { Pattern } from "./halls";
import { InstancedCrowd } from "./instanced-crowd";
import { lightingOf } from "./lighting";
import { createLight, instanceMaterial, surfaceMaterial } from "./materials";
import type { MeshArrays, MeshBuilder } from "./mesh-builder";
import { geometryOf } from "./mesh-geometry";
import type { Screen } from "./obstructions";
import { paletteOf } from "./palettes";
import { AT_ONCE, type SceneBuilding } from "./scene-building";
import type { VenueMeasures } from "./venue-measures";

/** The render order of meshes that are drawn last. */
const LAST = 10_000;
/** Who is nearer to the eye is the person whose eye it is. */
const OWN_M = 0.3;
const OWN_STANDING_M = 0.45;

const BOUNCE_M = 0.04;
/** Performers are drawn in full up to this many times the distance at which the audience is. */
const PERFORMERS_FULL = 1.4;

export class VenueScene {
  readonly group = new Group();
  private readonly light = createLight();
  private readonly surfaces = new Map<Pattern, ShaderMaterial>();
  private readonly materials: Material[] = [];
  private readonly people = this.own(instanceMaterial(this.light, SEATED));
  private readonly bounce = { value: new Vector2() };
  private readonly standing = this.own(instanceMaterial(this.light, STANDING, this.bounce));
  private picture: CanvasTexture | null = null;
  private readonly crowds = new Map<CrowdName, InstancedCrowd>();
  private readonly parts: Mesh[] = [];
  private performers: { plain: Mesh; full: Mesh | null } | null = null;
  private readonly detailEye = new Vector3(NaN);
  private detailReach: DetailRange | null = null;
  /** The bodies that are in the way of somebody, and the outlines that they have while they are faded. */
  private readonly bodiesInTheWay: Mesh[] = [];
  private faded: ShaderMaterial | null = null;
  private outlines: Mesh | null = null;
  private completing: Promise<void> | null = null;
  private isStopped = false;
  /** Loaded while the stands are built, for halls with screens. */
  private readonly screenParts: ReturnType<typeof loadScreenParts> | null;
  /** Whether every part has been added. */
  isComplete = false;
  /** Whether people stand before a band. */
  hasMovingCrowd = false;

  /** Builds a whole scene. */
  static async build(hall: AsyncGenerator<HallPart, void>): Promise<VenueScene> {
    const scene = await VenueScene.begin(hall, AT_ONCE);
    await scene.complete();
    return scene;
  }

  /** Builds what the first picture needs. The rest follows when `complete` is called. */
  static async begin(hall: AsyncGenerator<HallPart, void>, building: SceneBuilding): Promise<VenueScene> {
    const first = await hall.next();
    if (first.done || first.value.kind !== "measures") throw new Error("A hall begins with its measures.");
    const scene = new VenueScene(first.value.measures, hall, building);
    scene.compilePrograms();
    await scene.addSky();
    await scene.addParts();
    return scene;
  }

  private constructor(
    readonly measures: VenueMeasures,
    private readonly hall: AsyncGenerator<HallPart, void>,
    private readonly building: SceneBuilding,
  ) {
    this.light.set(lightingOf(measures));
    const hasScreens = measures.plan.obstructions.some(({ kind }) => kind === "screen");
    this.screenParts = hasScreens ? loadScreenParts() : null;
    this.screenParts?.catch(() => {});
    // Most halls have a grain somewhere. A failure is thrown where it is needed.
    if (measures.hall !== "arena") loadPatterns().catch(() => {});
    this.group.matrixAutoUpdate = false;
  }

  /** Adds the parts that the first picture did not need. */
  complete(): Promise<void> {
    this.completing ??= this.addParts();
    return this.completing;
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
    this.setDetailOfPerformers(eye, reach.middleM * PERFORMERS_FULL);
    for (const part of this.parts) {
      const { center, radius } = part.geometry.boundingSphere!;
      part.renderOrder = Math.max(0, eye.distanceTo(center) - radius * 0.5);
    }
  }

  /** Shows the standing crowd as it is after some seconds of its motion. */
  moveCrowd(seconds: number): void {
    this.bounce.value.set(BOUNCE_M, seconds);
  }

  /** Leaves out the person and the chair at the eye, and everybody else within a reach whom `isLeftOut` names by the top of
   * the head. */
  placeViewer(
    eye: Vector3,
    isLeftOut: (x: number, y: number, headZ: number) => boolean = () => false,
    reachM = 0,
  ): void {
    const own = (x: number, y: number, reachM = OWN_M): boolean => Math.hypot(x - eye.x, y - eye.y) < reachM;
    this.crowds.get("chairs")?.updateNearby(eye, (x, y) => own(x, y));
    this.crowds.get("sitters")?.updateNearby(eye, (x, y, z) => own(x, y) || isLeftOut(x, y, z + SEATED.topM), reachM);
    this.crowds
      .get("standers")
      ?.updateNearby(eye, (x, y, z) => own(x, y, OWN_STANDING_M) || isLeftOut(x, y, z + STANDING.topM), reachM);
  }

  /** Draws what is in the way with a material made by `fade`, and with outlines; without them, as it is. */
  fadeBodies(fade: ((solid: ShaderMaterial) => ShaderMaterial) | null, outlines: MeshBuilder | null = null): void {
    if (this.outlines !== null) {
      this.group.remove(this.outlines);
      this.outlines.geometry.dispose();
    }
    if (fade !== null) this.faded ??= this.own(fade(this.surface()));
    for (const body of this.bodiesInTheWay) body.material = fade === null ? this.surface() : this.faded!;
    this.outlines =
      outlines === null || outlines.triangles === 0 ? null : this.add(outlines.geometry(), this.surface());
  }

  /** Adds no further parts: another scene is about to be shown. */
  stop(): void {
    this.isStopped = true;
    void this.hall.return();
  }

  dispose(): void {
    this.stop();
    for (const crowd of this.crowds.values()) crowd.dispose();
    this.group.traverse((part) => {
      if (part instanceof Mesh) part.geometry.dispose();
    });
    for (const material of [...this.surfaces.values(), ...this.materials]) material.dispose();
    this.picture?.dispose();
  }

  /** Adds parts up to those of the first picture, or all that are left after it. */
  private async addParts(): Promise<void> {
    for (;;) {
      const { done, value: part } = await this.hall.next();
      if (this.isStopped) return;
      if (done) {
        this.isComplete = true;
        return;
      }
      if (part.kind === "first-picture") return;
      await this.building.pause();
      if (this.isStopped) return;
      await this.addPart(part);
      // Levels of detail are chosen anew, also for what has just come.
      this.detailReach = null;
    }
  }

  private async addPart(part: HallPart): Promise<void> {
    if (part.kind === "mesh") await this.addMesh(part.mesh, part.role, part.pattern);
    if (part.kind === "screens") await this.addScreens(part.screens);
    if (part.kind === "crowd") {
      const paint = part.name === "standers" ? this.standing : this.people;
      const crowd = new InstancedCrowd(part.shapes, paint, this.building.upload);
      this.crowds.set(part.name, crowd);
      this.group.add(crowd.group);
      if (part.name === "standers") this.hasMovingCrowd = this.measures.event === "band" && part.count > 0;
    }
    if (part.kind === "cell") this.crowds.get(part.name)?.add(part.cell);
    if (part.kind === "stage") {
      const { timeOrigin } = performance;
      const [start, end] = [part.startedAt - timeOrigin, part.endedAt - timeOrigin];
      measureStage(part.stage, Math.max(0, start), end);
      this.building.onStage?.(part.stage);
    }
  }

  private async addMesh(arrays: MeshArrays, role: MeshRole, pattern: Pattern): Promise<void> {
    const isCast = role === "performers" || role === "performers-in-full";
    const material = isCast ? this.people : ((await this.seenThrough(role)) ?? (await this.grained(pattern)));
    if (this.isStopped) return;
    const mesh = this.add(arrays, material);
    if (role === "stand") this.parts.push(mesh);
    if (role === "in-the-way") this.bodiesInTheWay.push(mesh);
    if (role === "performers") this.performers = { plain: mesh, full: null };
    if (role === "performers-in-full" && this.performers !== null) this.performers.full = mesh;
  }

  /** The first parts are on their way. Until they come, the programs that every hall needs are compiled. */
  private compilePrograms(): void {
    const nothing = new BufferGeometry();
    const people = new InstancedMesh(nothing, this.people, 1);
    people.setColorAt(0, new Color());
    this.building.compile([new Mesh(nothing, this.surface()), new Mesh(nothing, this.people), people]);
  }

  private async addSky(): Promise<void> {
    const { hall, mood, isOpenAir } = this.measures;
    if (!isOpenAir) return;
    const { buildSky } = await import("./sky");
    this.place(buildSky(paletteOf(hall, mood), mood));
  }

  private async addScreens(screens: Screen[]): Promise<void> {
    const [{ createScreenPicture, pictureMaterial, screenGeometry }, { closeUpOf }] = await (this.screenParts ??
      loadScreenParts());
    if (this.isStopped) return;
    const closeUp = closeUpOf(this.measures.event);
    this.picture = createScreenPicture(closeUp);
    const shining = this.own(pictureMaterial(this.light, { value: this.picture }));
    this.place(new Mesh(screenGeometry(screens, closeUp !== null), shining));
  }

  /** Shows those who perform in full detail up to a distance from the eye. */
  private setDetailOfPerformers(eye: Vector3, fullM: number): void {
    if (this.performers === null) return;
    const { plain, full } = this.performers;
    const { center, radius } = plain.geometry.boundingSphere!;
    plain.visible = full === null || eye.distanceTo(center) - radius >= fullM;
    if (full !== null) full.visible = !plain.visible;
  }

  /** The material of beams of light, and of panes and nets; null of anything else. */
  private async seenThrough(role: MeshRole): Promise<ShaderMaterial | null> {
    if (role !== "beams" && role !== "panes") return null;
    const { beamMaterial, paneMaterial } = await import("./see-through-materials");
    return this.own((role === "beams" ? beamMaterial : paneMaterial)(this.light));
  }

  private add(arrays: MeshArrays, material: Material): Mesh {
    const mesh = new Mesh(geometryOf(arrays), material);
    mesh.renderOrder = LAST;
    return this.place(mesh);
  }

  private place(mesh: Mesh): Mesh {
    mesh.matrixAutoUpdate = false;
    this.group.add(mesh);
    this.building.upload([mesh]);
    return mesh;
  }

  private surface(pattern: Pattern = "plain", grain?: string): ShaderMaterial {
    const { x, y } = this.measures.plan.origin;
    const material = this.surfaces.get(pattern) ?? surfaceMaterial(this.light, grain, [x, y]);
    this.surfaces.set(pattern, material);
    return material;
  }

  private async grained(pattern: Pattern): Promise<ShaderMaterial> {
    if (pattern === "plain") return this.surface();
    const { PATTERNS } = await loadPatterns();
    return this.surface(pattern, PATTERNS[pattern]);
  }

  /** Keeps a material until the scene is disposed of. */
  private own(material: ShaderMaterial): ShaderMaterial {
    this.materials.push(material);
    return material;
  }
}

function loadPatterns() {
  return import("./surface-patterns");
}

function loadScreenParts() {
  return Promise.all([import("./screen-picture"), import("./performer-close-up")]);
}
