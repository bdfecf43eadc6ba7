// Who colours the seats on the canvas. Several parts of the designer can: the one that began last is shown, and when it
// ends, the one before it is shown again.

import { Watched } from "../../shell/watched";
import type { SeatColour } from "./canvas-tool";

export class SeatColouring {
  /** The colours that the canvas shows; null: the usual ones. */
  readonly shown = new Watched<SeatColour | null>(null);
  private parts: ColouringPart[] = [];

  /** Lets a part of the designer colour the seats from now on, until it ends. */
  begin(): ColouringPart {
    const part: ColouringPart = {
      colour: null,
      show: (colour) => {
        part.colour = colour;
        this.update();
      },
      end: () => {
        this.parts = this.parts.filter((each) => each !== part);
        this.update();
      },
    };
    this.parts = [...this.parts, part];
    return part;
  }

  private update(): void {
    this.shown.set(this.parts.findLast(({ colour }) => colour !== null)?.colour ?? null);
  }
}

export type ColouringPart = {
  colour: SeatColour | null;
  /** Shows other colours; null leaves the seats to the part that began before. */
  show: (colour: SeatColour | null) => void;
  end: () => void;
};
