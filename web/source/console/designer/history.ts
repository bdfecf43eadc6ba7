// The steps that can be undone and done again.
import type { Json } from "../../layouts/written-json";

export type Step = {
  /** What was done, as the button to undo it says: "Move 2 blocks". */
  title: string;
  before: Json;
  after: Json;
};

const STEPS_MAX = 200;

export class History {
  private done: Step[] = [];
  private undone: Step[] = [];

  add(step: Step): void {
    this.done = [...this.done, step].slice(-STEPS_MAX);
    this.undone = [];
  }

  clear(): void {
    this.done = [];
    this.undone = [];
  }

  /** All steps in their order, those that were undone last. */
  get steps(): readonly Step[] {
    return [...this.done, ...this.undone.toReversed()];
  }

  /** Takes up steps from before: those that are done, and those that can be done again. */
  restore(done: readonly Step[], undone: readonly Step[]): void {
    this.done = done.slice(-STEPS_MAX);
    this.undone = undone.toReversed();
  }

  get nextUndo(): Step | null {
    return this.done.at(-1) ?? null;
  }

  get nextRedo(): Step | null {
    return this.undone.at(-1) ?? null;
  }

  undo(): Json | null {
    const step = this.done.pop();
    if (step === undefined) return null;
    this.undone.push(step);
    return step.before;
  }

  redo(): Json | null {
    const step = this.undone.pop();
    if (step === undefined) return null;
    this.done.push(step);
    return step.after;
  }
}
