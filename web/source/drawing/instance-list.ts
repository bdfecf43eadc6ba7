// Lists of chairs and people, before they are divided into cells.
import type { Point3 } from "./mesh-builder";

/** A list of instances of one shape: positions, bearings, heights and colours. */
export class InstanceList {
  readonly places: number[] = [];
  readonly turns: number[] = [];
  readonly heights: number[] = [];
  readonly breadths: number[] = [];
  readonly colours: number[] = [];
  /** A number from 0 to 1 by which people differ: skin, hair, posture. 0 is no person. */
  readonly chances: number[] = [];
  /** Whether each instance is left out at a distance, because something else hides it there. */
  readonly isHiddenFar: boolean[] = [];

  get count(): number {
    return this.turns.length;
  }

  add(
    [x, y, z]: Point3,
    turn: number,
    colour: readonly number[],
    height = 1,
    isHiddenFar = false,
    breadth = 0.5 + 0.5 * height,
    chance = 0,
  ): void {
    this.places.push(x, y, z);
    this.turns.push(turn);
    this.heights.push(height);
    this.breadths.push(breadth);
    this.chances.push(chance);
    for (const part of colour) this.colours.push(Math.round(Math.min(1, part) * 255));
    this.isHiddenFar.push(isHiddenFar);
  }
}
