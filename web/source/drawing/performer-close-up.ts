// The picture of side screens: the performer from nearby, painted from the same figure that stands on the stage.
import type { EventKind } from "./halls";
import { type MeshArrays, MeshBuilder } from "./mesh-builder";
import { drawSinger, drawSpeaker } from "./performer-ensembles";
import { PlacedMesh } from "./performer-shapes";

const SIDES = 30;
/** It is painted smaller than it is shown, as a camera's picture on a large screen is: soft, without edges of shapes. */
const SMALLER = 2.6;
/** Where the camera is: before the face, a little to the side and below it, and how much of the person it shows. */
const CAMERA = { turn: 0.42, middleM: 1.52, shownM: 0.62 };
/** The direction of the light on the face. */
const LIGHT = [0.55, 0.6, 0.58] as const;

/** Returns a painter of the close-up for an event on a stage; null where side screens show something else. */
export function closeUpOf(
  event: EventKind,
): ((brush: CanvasRenderingContext2D, wide: number, tall: number) => void) | null {
  if (event !== "band" && event !== "lecture" && event !== "speaker") return null;
  return (brush, wide, tall) => {
    const mesh = new MeshBuilder();
    const placed = new PlacedMesh(mesh, [0, 0, 0], CAMERA.turn, SIDES);
    if (event === "band") drawSinger(placed);
    else drawSpeaker(() => placed, { halfM: 1, deepM: 1 }, false);
    paintBackground(brush, wide, tall, event === "band");
    const soft = document.createElement("canvas");
    [soft.width, soft.height] = [Math.round(wide / SMALLER), Math.round(tall / SMALLER)];
    const softBrush = soft.getContext("2d");
    if (softBrush === null) return;
    paintTriangles(softBrush, soft.width, soft.height, mesh.geometry());
    brush.imageSmoothingQuality = "high";
    brush.drawImage(soft, 0, 0, wide, tall);
    paintLight(brush, wide, tall, event === "band");
  };
}

function paintBackground(brush: CanvasRenderingContext2D, wide: number, tall: number, isShow: boolean): void {
  const wash = brush.createLinearGradient(0, 0, wide, tall);
  const stops = isShow ? ["#2a1246", "#7a2a68", "#1b2a6b"] : ["#26303f", "#3b4a60", "#1d2530"];
  stops.forEach((tint, index) => void wash.addColorStop(index / 2, tint));
  brush.fillStyle = wash;
  brush.fillRect(0, 0, wide, tall);
  // Lamps out of focus.
  for (let lamp = 0; isShow && lamp < 9; lamp++) {
    const [x, y, r] = [((lamp * 97) % 100) / 100, ((lamp * 41) % 70) / 100, 0.05 + (lamp % 3) * 0.025];
    const glow = brush.createRadialGradient(x * wide, y * tall, 0, x * wide, y * tall, r * wide);
    glow.addColorStop(0, lamp % 2 === 0 ? "rgba(255, 196, 130, 0.75)" : "rgba(150, 170, 255, 0.65)");
    glow.addColorStop(1, "rgba(0, 0, 0, 0)");
    brush.fillStyle = glow;
    brush.fillRect(0, 0, wide, tall);
  }
}

/** Paints coloured light from one side over the person, and the edges of a lens. */
function paintLight(brush: CanvasRenderingContext2D, wide: number, tall: number, isShow: boolean): void {
  const rim = brush.createLinearGradient(0, 0, wide, 0);
  rim.addColorStop(0.3, isShow ? "rgba(255, 90, 170, 0.28)" : "rgba(255, 240, 220, 0.1)");
  rim.addColorStop(0.5, "rgba(0, 0, 0, 0)");
  rim.addColorStop(0.75, isShow ? "rgba(70, 120, 255, 0.3)" : "rgba(120, 150, 190, 0.12)");
  brush.globalCompositeOperation = "overlay";
  brush.fillStyle = rim;
  brush.fillRect(0, 0, wide, tall);
  brush.globalCompositeOperation = "source-over";
  const edge = brush.createRadialGradient(wide / 2, tall / 2, tall * 0.4, wide / 2, tall / 2, wide * 0.6);
  edge.addColorStop(0, "rgba(0, 0, 0, 0)");
  edge.addColorStop(1, "rgba(0, 0, 8, 0.55)");
  brush.fillStyle = edge;
  brush.fillRect(0, 0, wide, tall);
}

/** Paints triangles from the farthest to the nearest, as seen from +y. */
function paintTriangles(
  brush: CanvasRenderingContext2D,
  wide: number,
  tall: number,
  { positions: places, normals: ways, colours: tints, indices: corners }: MeshArrays,
): void {
  const lowest = CAMERA.middleM - CAMERA.shownM * 0.6;
  const isShown = (first: number) => [0, 1, 2].some((next) => places![corners[first + next]! * 3 + 2]! > lowest);
  const triangles = Array.from({ length: corners.length / 3 }, (_, index) => index * 3).filter(isShown);
  const far = (first: number) => [0, 1, 2].reduce((sum, next) => sum + places![corners[first + next]! * 3 + 1]!, 0);
  triangles.sort((one, other) => far(one) - far(other));
  const scale = tall / CAMERA.shownM;
  const screen = (corner: number): [number, number] => [
    wide * 0.5 - places![corner * 3]! * scale,
    tall * 0.5 - (places![corner * 3 + 2]! - CAMERA.middleM) * scale,
  ];
  brush.lineWidth = 1;
  for (const first of triangles) {
    const [a, b, c] = [0, 1, 2].map((next) => corners[first + next]!) as [number, number, number];
    const light =
      0.32 +
      0.85 *
        Math.max(
          0,
          LIGHT.reduce((sum, part, axis) => sum + part * ways![a * 3 + axis]!, 0),
        );
    const tint = [0, 1, 2].map((part) => Math.min(255, Math.round(tints![a * 4 + part]! * light)));
    brush.fillStyle = brush.strokeStyle = `rgb(${tint.join()})`;
    brush.beginPath();
    for (const corner of [a, b, c]) brush.lineTo(...screen(corner));
    brush.closePath();
    brush.fill();
    brush.stroke();
  }
}
