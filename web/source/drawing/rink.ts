// The panes above the boards of a rink, and the nets behind its goals, as the plan has them: what is seen through them is
// seen here, too.
import type { PlanBody } from "../plan/plan";
import type { Point3 } from "./mesh-builder";
import { colour, MeshBuilder, shaded } from "./mesh-builder";
import type { Palette } from "./palettes";
import type { VenueMeasures } from "./venue-measures";

const POST_EVERY_M = 2.4;
const POST_M = 0.045;
const CORD_M = 0.035;
/** The alpha of a net; that of a pane is lower (see-through-materials.ts). */
const NET = 1;
const PANE = 0.2;

export const isSeenThrough = ({ kind }: PlanBody): boolean => kind === "glass" || kind === "net";

/** Builds what holds panes and nets: posts between panes, and cords along the edges of nets. */
export function buildPosts({ plan }: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  const steel = { colour: shaded(palette.steel, 0.9) };
  for (const body of (plan.bodies ?? []).filter(isSeenThrough)) {
    const [low = 0, high = 0] = body.z;
    let sincePostM = POST_EVERY_M;
    eachPiece(body, (start, end, lengthM) => {
      mesh.bar(up(start, high), up(end, high), body.kind === "net" ? CORD_M : 0.03, steel);
      const posts = body.kind === "net" ? 0 : Math.max(1, Math.round((lengthM + sincePostM) / POST_EVERY_M));
      for (let post = 0; post < posts && lengthM + sincePostM >= POST_EVERY_M; post++) {
        const foot = between(start, end, post / posts);
        mesh.bar(up(foot, low), up(foot, high), POST_M, steel);
      }
      sincePostM = lengthM + sincePostM >= POST_EVERY_M ? 0 : sincePostM + lengthM;
    });
  }
  return mesh;
}

/** Builds the panes and nets themselves. */
export function buildPanes({ plan }: VenueMeasures): MeshBuilder {
  const mesh = new MeshBuilder();
  for (const body of (plan.bodies ?? []).filter(isSeenThrough)) {
    const [low = 0, high = 0] = body.z;
    const isNet = body.kind === "net";
    const tint = colour(isNet ? "#101114" : "#dfeef2");
    eachPiece(body, (start, end) =>
      mesh.face([up(start, low), up(end, low), up(end, high), up(start, high)], tint, isNet ? NET : PANE),
    );
  }
  return mesh;
}

type Ground = readonly [x: number, y: number];

function eachPiece({ line }: PlanBody, draw: (start: Ground, end: Ground, lengthM: number) => void): void {
  for (let piece = 0; piece + 1 < line.length; piece++) {
    const [[x = 0, y = 0], [toX = 0, toY = 0]] = [line[piece]!, line[piece + 1]!];
    draw([x, y], [toX, toY], Math.hypot(toX - x, toY - y));
  }
}

function between([x, y]: Ground, [toX, toY]: Ground, part: number): Ground {
  return [x + (toX - x) * part, y + (toY - y) * part];
}

function up([x, y]: Ground, z: number): Point3 {
  return [x, y, z];
}
