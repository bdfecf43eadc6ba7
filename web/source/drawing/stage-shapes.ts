// Upright sheets and blocks beside, in front of and above a stage.
import type { Colour, MeshBuilder } from "./mesh-builder";
import type { StageFrame } from "./stage-frame";
import { counterClockwise } from "./venue-measures";

/** Draws an upright sheet that faces the house, in a colour for its lower and its upper edge. */
export function quad(
  mesh: MeshBuilder,
  frame: StageFrame,
  [from, to]: [number, number],
  forwardM: number,
  [low, high]: [number, number],
  [lowTone, highTone]: [Colour, Colour],
  glow = 0,
): void {
  mesh.sheet(
    [
      frame.at(from, forwardM, low),
      frame.at(to, forwardM, low),
      frame.at(to, forwardM, high),
      frame.at(from, forwardM, high),
    ],
    [lowTone, lowTone, highTone, highTone],
    glow,
  );
}

/** Draws a block; its sides and its depths in any order. */
export function block(
  mesh: MeshBuilder,
  frame: StageFrame,
  [left, right]: [number, number],
  [back, front]: [number, number],
  z: [number, number],
  tone: Colour,
): void {
  const plan = [
    frame.ground(left, back),
    frame.ground(right, back),
    frame.ground(right, front),
    frame.ground(left, front),
  ];
  mesh.prism(counterClockwise(plan), z, { colour: tone });
}
