// Keeps a drawn view up to date with a plan that changes many times a second, as while something is dragged.
import type { Plan, Point } from "../plan/plan";
import { whenPresented } from "../view/view-marks";
import type { DrawnView } from "./drawn-view";
import { keepWorker } from "./hall-building";

/** A plan that is to be drawn, and where the eye is in it. */
type Wanted = { plan: Plan; eye: Point | null };

export class PlanChanges {
  /** The newest plan, if it is not being built yet. Those between are never built. */
  private wanted: Wanted | null = null;
  private isBuilding = false;
  private isEnded = false;

  constructor(
    private readonly view: Pick<DrawnView, "replacePlan" | "complete">,
    private readonly onFailure: (failure: unknown) => void,
    private readonly presented = whenPresented,
  ) {
    keepWorker(true);
  }

  /** Draws another plan as soon as the one that is being built is shown. */
  async show(plan: Plan, eye: Point | null): Promise<void> {
    this.wanted = { plan, eye };
    if (this.isBuilding) return;
    this.isBuilding = true;
    try {
      await this.buildAll();
    } catch (failure) {
      this.onFailure(failure);
    } finally {
      this.isBuilding = false;
    }
  }

  end(): void {
    this.isEnded = true;
    keepWorker(false);
  }

  private async buildAll(): Promise<void> {
    while (this.wanted !== null && !this.isEnded) {
      const { plan, eye } = this.wanted;
      this.wanted = null;
      await this.view.replacePlan(plan, eye);
      await this.presented();
      // What the first picture does not need is drawn when nothing changes any more.
      if (this.wanted === null && !this.isEnded) void this.view.complete();
    }
  }
}
