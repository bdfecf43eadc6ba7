// "Look past": leaves out heads and fades bodies near the eye that hide what people look at. The drawing shows all of
// them until the buyer asks for this. Its script is loaded then.
import type { ShaderMaterial, Vector3 } from "three";
import type { Obstruction, Plan, PlanBody } from "../plan/plan";
import type { Point3 } from "./mesh-builder";
import { colour, MeshBuilder } from "./mesh-builder";
import type { Point2 } from "./row-lines";
import { footprintOf, heightOf, isInside, isLookedAt, type VenueMeasures } from "./venue-measures";
import type { VenueScene } from "./venue-scene";

/** Neighbours in a curved row sit a little ahead, and hide nothing of the focus. */
const AHEAD_M = 0.4;
const ASIDE_M = 0.42;
const UNDER_M = 0.12;
const HEAD_HALF_M = 0.088;
/** Heads this close hide more than the line of sight: they fill the picture. */
const FACE = { aheadM: 2.3, asideM: 0.75 };
/** Whoever is farther away does not sit beside the eye; whoever is nearer is the person whose eyes they are. */
const [BESIDE_M, OWN_M] = [0.72, 0.2];
const BESIDE_HIGH_M = 0.3;
const FIRST_VIEW_HALF = (37.5 * Math.PI) / 180;
/** People and bodies farther away stay as they are. */
const REACH_M = 15;
/** A body is as good as a pane of glass up to this distance. */
const GLASS_M = 12;
const GLASS_ALPHA = 0.14;
const OUTLINE_M = 0.018;
const OUTLINE = { colour: colour("#9aa3b8"), glow: 0.45 };

/** The kinds that are drawn as bars, which are outlines already. */
const BARS: readonly string[] = ["rail", "rigging"];

type LookedAt = NonNullable<Plan["lookedAt"]>;
type Eye = { x: number; y: number; z: number };

/** What the service says to hide something, by its id; `people` are all people together. Null: it does not know. */
export type Told = ReadonlySet<string> | null;

/** A body of the configuration or of the hall that can be faded: its ground plan is a polygon or a line. */
export type NearBody = { kind: string; points: Point2[]; isClosed: boolean; z: [low: number, high: number] };

/** Whether people or bodies near the eye are among what hides something, so that looking past them makes a difference. */
export function hasSomethingNear(scene: VenueScene, eye: Vector3, told: Told): boolean {
  if (nearBodies(scene.measures.plan, eye, told).length > 0) return true;
  if (told !== null && !told.has("people")) return false;
  let isHidden = false;
  const isInTheWay = headsInTheWay(scene.measures, eye);
  const look: IsHeadInTheWay = (x, y, headZ) => {
    isHidden ||= isInTheWay(x, y, headZ);
    return false;
  };
  scene.placeViewer(eye, look, REACH_M);
  return isHidden;
}

/** Leaves out the people who hide what is looked at from the eye. Makes the bodies near it transparent if one of them is told
 * to hide something. */
export function lookPast(scene: VenueScene, eye: Vector3, told: Told): void {
  scene.placeViewer(eye, headsInTheWay(scene.measures, eye), REACH_M);
  const bodies = nearBodies(scene.measures.plan, eye, told);
  scene.fadeBodies(bodies.length > 0 ? fadingNearTheEye : null, outlinesOf(bodies));
}

type IsHeadInTheWay = (x: number, y: number, headZ: number) => boolean;

/** Tells heads that hide something of what is looked at; of the focus, where only that is known. */
function headsInTheWay({ plan, focus }: VenueMeasures, eye: Eye): IsHeadInTheWay {
  const { lookedAt } = plan;
  if (lookedAt == null) return (x, y, headZ) => isHeadInTheWay(eye, focus, x, y, headZ);
  return (x, y, headZ) => isBeside(eye, focus, x, y, headZ) || hidesPartOf(lookedAt, eye, x, y, headZ);
}

/** Returns whether a head beside the eye is in the first view, because the seat faces elsewhere. It may hide nothing of what
 * is looked at, and yet fills a quarter of the picture (`_is_somebody_beside` in seatpreview/sightlines/sight_hall.py). */
export function isBeside(eye: Eye, [focusX, focusY]: Point3, x: number, y: number, headZ: number): boolean {
  const [toX, toY] = [x - eye.x, y - eye.y];
  const [aheadX, aheadY] = [focusX - eye.x, focusY - eye.y];
  const awayM = Math.hypot(toX, toY);
  if (awayM > BESIDE_M || awayM < OWN_M || Math.abs(headZ - eye.z) > BESIDE_HIGH_M) return false;
  const turn = Math.acos((toX * aheadX + toY * aheadY) / (awayM * (Math.hypot(aheadX, aheadY) || 1)));
  return turn < FIRST_VIEW_HALF + Math.asin(HEAD_HALF_M / awayM);
}

/** Returns whether a head hides a part of what is looked at from the eye. */
export function hidesPartOf(lookedAt: LookedAt, eye: Eye, x: number, y: number, headZ: number): boolean {
  const [toX, toY] = [x - eye.x, y - eye.y];
  const awayM = Math.hypot(toX, toY);
  if (awayM < AHEAD_M) return false;
  const topSlope = (headZ - eye.z) / awayM;
  return [-HEAD_HALF_M, 0, HEAD_HALF_M].some((aside) => {
    const direction: Point2 = [toX - (toY * aside) / awayM, toY + (toX * aside) / awayM];
    const reach = reachOf(lookedAt.points, eye, direction);
    if (reach === null || reach[0] < awayM) return false;
    const belowM = lookedAt.z[0]! - eye.z;
    return topSlope > belowM / reach[belowM < 0 ? 0 : 1];
  });
}

/** How far away a direction enters and leaves a polygon on the ground plan; null if it misses it. */
function reachOf(corners: LookedAt["points"], eye: Eye, [toX, toY]: Point2): [near: number, far: number] | null {
  const length = Math.hypot(toX, toY);
  let [near, far] = [Infinity, 0];
  corners.forEach(([ax = 0, ay = 0], index) => {
    const [bx = 0, by = 0] = corners[(index + 1) % corners.length]!;
    const [alongX, alongY, startX, startY] = [bx - ax, by - ay, ax - eye.x, ay - eye.y];
    const cross = (toX * alongY - toY * alongX) / length;
    const at = (startX * alongY - startY * alongX) / cross;
    const part = (startX * toY - startY * toX) / length / cross;
    if (!(part >= 0 && part <= 1 && at > 0)) return;
    near = Math.min(near, at);
    far = Math.max(far, at);
  });
  return far > 0 ? [near, far] : null;
}

/** Returns whether a head hides the focus from the eye, or so much around it that it would fill the view. */
export function isHeadInTheWay(
  eye: Eye,
  [focusX, focusY, focusZ]: Point3,
  x: number,
  y: number,
  headZ: number,
): boolean {
  const [toX, toY] = [x - eye.x, y - eye.y];
  const [aheadX, aheadY] = [focusX - eye.x, focusY - eye.y];
  const length = Math.hypot(aheadX, aheadY) || 1;
  const forward = (toX * aheadX + toY * aheadY) / length;
  const aside = Math.abs(toX * aheadY - toY * aheadX) / length;
  if (forward < AHEAD_M || aside > (forward < FACE.aheadM ? FACE.asideM : ASIDE_M)) return false;
  return headZ > eye.z + ((focusZ - eye.z) * forward) / length - UNDER_M;
}

/** Returns a material whose surfaces fade near the eye. The shader must have the position in space as `at`. */
export function fadingNearTheEye(material: ShaderMaterial): ShaderMaterial {
  const faded = material.clone();
  // A clone would copy the light, which all materials share.
  faded.uniforms = material.uniforms;
  const end = material.fragmentShader.lastIndexOf("}");
  faded.fragmentShader = `${material.fragmentShader.slice(0, end)}
        float solid = smoothstep(${GLASS_M.toFixed(2)}, ${REACH_M.toFixed(2)}, distance(at, cameraPosition));
        float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
        gl_FragColor.a = clamp(mix(${GLASS_ALPHA.toFixed(2)}, 1.0, solid) + (noise - 0.5) * 0.24 * (1.0 - solid), 0.0, 1.0);
      }
    `;
  // Samples of a pixel are left out instead of being blended, so that nothing has to be sorted by distance.
  faded.alphaToCoverage = true;
  return faded;
}

/** The bodies near the eye that fade, of those that are told to hide something. Where nothing is told, only bodies of the
 * configuration count. */
export function nearBodies(
  { obstructions, bodies = [] }: Pick<Plan, "obstructions" | "bodies">,
  eye: { x: number; y: number },
  told: Told,
): NearBody[] {
  const placed = obstructions.filter((body) => !isLookedAt(body) && told?.has(body.id) !== false);
  // All bodies of one kind and section are told as one.
  const kinds = new Set(bodies.filter(({ id }) => told?.has(id)).map(kindInSection));
  const built = bodies.filter((body) => canFade(body) && kinds.has(kindInSection(body)));
  return [...placed.map(bodyOfConfiguration), ...built.map(bodyOfHall)].filter(
    (body) => distanceToBodyM(body, eye) <= GLASS_M,
  );
}

function kindInSection({ id, kind, section }: PlanBody): string {
  return `${kind} ${section ?? id}`;
}

/** Boards and dugouts are drawn with the pitch, and the proscenium with the stage. */
function canFade({ kind, section }: PlanBody): boolean {
  return kind === "wall" ? section != null : kind !== "dugout";
}

function bodyOfConfiguration(body: Obstruction): NearBody {
  return { kind: body.kind, points: footprintOf(body), isClosed: true, z: heightOf(body) };
}

function bodyOfHall({ kind, line, back = [], z: [low = 0, high = 0] }: PlanBody): NearBody {
  const points = [...line, ...[...back].reverse()].map(([x = 0, y = 0]): Point2 => [x, y]);
  return { kind, points, isClosed: back.length > 0, z: [low, high] };
}

/** Draws the edges of bodies that fade, so that the buyer still sees what is in the way. */
export function outlinesOf(bodies: readonly NearBody[]): MeshBuilder {
  const mesh = new MeshBuilder();
  for (const body of bodies) {
    if (BARS.includes(body.kind)) continue;
    const [low, high] = body.z;
    for (const [start, end] of sidesOf(body)) mesh.bar([...start, high], [...end, high], OUTLINE_M, OUTLINE);
    const corners = body.isClosed ? body.points : [body.points[0]!, body.points.at(-1)!];
    for (const corner of corners) mesh.bar([...corner, low], [...corner, high], OUTLINE_M, OUTLINE);
  }
  return mesh;
}

/** The distance from a point to a body on the ground plan; 0 above, below or inside of it. */
export function distanceToBodyM(body: NearBody, { x, y }: { x: number; y: number }): number {
  if (body.isClosed && isInside(body.points, [x, y])) return 0;
  let nearest = Infinity;
  for (const [[ax, ay], [bx, by]] of sidesOf(body)) {
    const [alongX, alongY] = [bx - ax, by - ay];
    const length2 = alongX * alongX + alongY * alongY || 1;
    const part = Math.max(0, Math.min(1, ((x - ax) * alongX + (y - ay) * alongY) / length2));
    nearest = Math.min(nearest, Math.hypot(x - ax - alongX * part, y - ay - alongY * part));
  }
  return nearest;
}

function sidesOf({ points, isClosed }: NearBody): [start: Point2, end: Point2][] {
  const starts = isClosed ? points : points.slice(0, -1);
  return starts.map((start, index) => [start, points[(index + 1) % points.length]!]);
}
