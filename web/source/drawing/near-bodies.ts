// Bodies near the eye. A person looks past a desk, a pillar or a wall that is close: one moves the head, and both eyes
// see around it. A still picture cannot, so a body fades the nearer it is, and keeps the outline of what it is.
import type { ShaderMaterial, Vector3 } from "three";
import type { Obstruction } from "../plan/plan";
import type { Point3 } from "./mesh-builder";
import { colour, MeshBuilder } from "./mesh-builder";
import { footprintOf, heightOf, isInside, type VenueMeasures } from "./venue-measures";

/** A body is solid from this distance on, and as good as a pane of glass up to the other. */
const SOLID_M = 7;
const GLASS_M = 1.2;
const GLASS_ALPHA = 0.14;
const OUTLINE_M = 0.018;
const OUTLINE = { colour: colour("#9aa3b8"), glow: 0.45 };

/** The kinds of bodies that people look at. They never fade. */
const LOOKED_AT: readonly Obstruction["kind"][] = ["stage", "screen"];
/** The kinds that are drawn as bars, which are outlines already. */
const BARS: readonly Obstruction["kind"][] = ["rail", "rigging"];

/** The measures with those bodies alone that people look at. */
export function withBodiesLookedAt(measures: VenueMeasures): VenueMeasures {
  return withBodies(measures, ({ kind }) => LOOKED_AT.includes(kind));
}

/** The measures with those bodies alone that people look past, and without stages to put anybody on. */
export function withBodiesLookedPast(measures: VenueMeasures): VenueMeasures {
  return { ...withBodies(measures, ({ kind }) => !LOOKED_AT.includes(kind)), stages: [] };
}

/** Returns a material whose surfaces fade near the eye. The shader must have the position in space as `at`. */
export function fadingNearTheEye(material: ShaderMaterial): ShaderMaterial {
  const faded = material.clone();
  // A clone would copy the light, which all materials share.
  faded.uniforms = material.uniforms;
  const end = material.fragmentShader.lastIndexOf("}");
  faded.fragmentShader = `${material.fragmentShader.slice(0, end)}
        float solid = smoothstep(${GLASS_M.toFixed(2)}, ${SOLID_M.toFixed(2)}, distance(at, cameraPosition));
        float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
        gl_FragColor.a = clamp(mix(${GLASS_ALPHA.toFixed(2)}, 1.0, solid) + (noise - 0.5) * 0.24 * (1.0 - solid), 0.0, 1.0);
      }
    `;
  // Samples of a pixel are left out instead of being blended, so that nothing has to be sorted by distance.
  faded.alphaToCoverage = true;
  return faded;
}

/** Draws the edges of bodies that fade, so that the buyer still sees what is in the way. */
export function buildNearOutlines({ plan }: VenueMeasures, eye: Vector3): MeshBuilder {
  const mesh = new MeshBuilder();
  for (const body of plan.obstructions) {
    if (LOOKED_AT.includes(body.kind) || BARS.includes(body.kind)) continue;
    const corners = footprintOf(body);
    const [low, high] = heightOf(body);
    if (corners.length < 3 || distanceToBodyM(body, eye) > SOLID_M * 0.7) continue;
    corners.forEach((corner, index) => {
      const next = corners[(index + 1) % corners.length]!;
      const edges: [Point3, Point3][] = [
        [
          [...corner, high],
          [...next, high],
        ],
        [
          [...corner, low],
          [...corner, high],
        ],
      ];
      for (const [from, to] of edges) mesh.bar(from, to, OUTLINE_M, OUTLINE);
    });
  }
  return mesh;
}

/** The distance from a point to a body on the ground plan; 0 above, below or inside of it. */
export function distanceToBodyM(body: Obstruction, { x, y }: { x: number; y: number }): number {
  const corners = footprintOf(body);
  if (isInside(corners, [x, y])) return 0;
  let nearest = Infinity;
  corners.forEach(([ax, ay], index) => {
    const [bx, by] = corners[(index + 1) % corners.length]!;
    const [alongX, alongY] = [bx - ax, by - ay];
    const length2 = alongX * alongX + alongY * alongY || 1;
    const part = Math.max(0, Math.min(1, ((x - ax) * alongX + (y - ay) * alongY) / length2));
    nearest = Math.min(nearest, Math.hypot(x - ax - alongX * part, y - ay - alongY * part));
  });
  return nearest;
}

function withBodies(measures: VenueMeasures, isKept: (body: Obstruction) => boolean): VenueMeasures {
  const { plan } = measures;
  return { ...measures, plan: { ...plan, obstructions: plan.obstructions.filter(isKept) } };
}
