// The performers of an event, with arms, poses and instruments. They are few, and are what people look at.
import type { FieldFrame } from "./field";
import { HALLS } from "./halls";
import type { Point3 } from "./mesh-builder";
import { MeshBuilder } from "./mesh-builder";
import type { StageRoom, ToStage } from "./performer-ensembles";
import { drawBand, drawOrchestra, drawPlay, drawSpeaker } from "./performer-ensembles";
import { PlacedMesh } from "./performer-shapes";
import { drawTeams } from "./performer-teams";
import type { Point2 } from "./row-lines";
import type { StageFrame } from "./stage-frame";
import { stageFrame } from "./stage-frame";
import { openingOf } from "./stage-opening";
import type { VenueMeasures } from "./venue-measures";
import { footprintOf, isInside } from "./venue-measures";

/** The number of sides of limbs and heads in each level of detail. */
const SIDES = { full: 10, plain: 5 };
/** Nobody stands closer to the edge of a stage. */
const EDGE_M = 0.45;
const CAST_M = 1.02;

export type PerformerDetail = keyof typeof SIDES;

/** Builds everybody who performs, as one mesh whose colours are final. */
export function buildPerformers(
  measures: VenueMeasures,
  field: FieldFrame | null,
  detail: PerformerDetail,
): MeshBuilder {
  const mesh = new MeshBuilder();
  const sides = SIDES[detail];
  if (field !== null) {
    drawTeams(field.kind, (at, turn) => new PlacedMesh(mesh, field.to(at), field.turn + turn, sides, CAST_M));
    return mesh;
  }
  const frame = stageFrame(measures);
  const room = roomOn(measures, frame);
  const to = placer(mesh, measures, frame, room, sides);
  switch (measures.event) {
    case "band":
      drawBand(to, room);
      break;
    case "orchestra":
      drawOrchestra(to, room);
      break;
    case "play":
      drawPlay(to, room);
      break;
    case "lecture":
    case "speaker":
      drawSpeaker(to, room, measures.event === "lecture");
      break;
    default:
  }
  return mesh;
}

type Room = StageRoom & { frontM: number };

/** The room on a stage. On one with people all around it, everybody stands about its middle. */
function roomOn(measures: VenueMeasures, frame: StageFrame): Room {
  const { isOneSided, hall, event } = measures;
  const { frontM, backM, halfM } = frame;
  const deepM = frontM - backM;
  // The curtain of a theatre hangs a little behind the front of its stage.
  if (HALLS[hall].hasProscenium && openingOf(frame, measures) !== null) {
    const roomM = Math.max(deepM * 0.6, Math.min(deepM - 2.2, 7));
    return { frontM: frontM - Math.min(1.5, deepM * 0.25), halfM: Math.max(halfM - 2.2, halfM * 0.6), deepM: roomM };
  }
  const frontPart = isOneSided || event === "orchestra" ? 0.06 : 0.22;
  return { frontM: frontM - deepM * frontPart - EDGE_M, halfM, deepM: deepM * (1 - frontPart) - EDGE_M };
}

function placer(
  mesh: MeshBuilder,
  { audience, stages }: VenueMeasures,
  frame: StageFrame,
  { frontM }: Room,
  sides: number,
): ToStage {
  const facing = Math.atan2(audience[0], audience[1]);
  const footprint = stages[0] === undefined ? null : footprintOf(stages[0]);
  const hasRoom = (rightM: number, forwardM: number): boolean =>
    footprint === null ||
    [-EDGE_M, EDGE_M].every((side) => isInside(footprint, frame.ground(rightM + side, forwardM) as Point2));
  return (rightM, backM, turn = 0, upM = 0) => {
    const forwardM = frontM - backM;
    if (!hasRoom(rightM, forwardM)) return null;
    const at: Point3 = frame.at(rightM, forwardM, frame.topZ + upM);
    return new PlacedMesh(mesh, at, facing + turn, sides, CAST_M);
  };
}
