// The small view of a seat that is pointed at on the map.
import { type MutableRef, useCallback, useEffect, useRef, useState } from "preact/hooks";
import { askUntilKnown } from "../plan/pending-view";
import type { PeekedSeat } from "../plan/seat-layer";
import type { Preview } from "./types";

/** The pointer has to rest this long, so that crossing a section asks for nothing. */
export const REST_MS = 150;
const WIDTH_PIXELS = 168;
const GAP_PIXELS = 14;

export type ShownPeek = {
  name: string;
  /** Null until it is loaded. */
  preview: Preview | null;
  style: { left: string } & ({ top: string } | { bottom: string });
};

/** Returns what is shown, and the function that tells which seat is pointed at. */
export function useSeatPeek(
  ask: (seat: string) => Promise<Preview>,
  frame: MutableRef<HTMLElement | null>,
): readonly [ShownPeek | null, (seat: PeekedSeat | null) => void] {
  const [shown, setShown] = useState<ShownPeek | null>(null);
  const latest = useRef(ask);
  latest.current = ask;
  const peeks = useRef<SeatPeeks<Preview> | null>(null);
  peeks.current ??= new SeatPeeks((key) => latest.current(key));
  const stopAsking = useRef(() => {});
  const point = useCallback((seat: PeekedSeat | null) => {
    stopAsking.current();
    if (seat === null) {
      setShown(null);
      peeks.current?.point(null, () => {});
      return;
    }
    const { key, name } = seat;
    const show = (preview: Preview | null) => {
      const box = frame.current?.getBoundingClientRect();
      if (box !== undefined) setShown({ name, preview, style: styleOf(seat, box) });
    };
    peeks.current?.point(key, (preview) => {
      show(preview);
      if (preview !== null) stopAsking.current = askUntilKnown(preview, () => latest.current(key), show);
    });
  }, []);
  useEffect(() => () => point(null), []);
  return [shown, point];
}

/** Asks for seats one at a time, and only for those on which the pointer rests. */
export class SeatPeeks<T> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted: string | null = null;
  private isAsking = false;

  constructor(private readonly ask: (key: string) => Promise<T>) {}

  /** Calls `show` once the pointer has rested on a seat, with null, and again with what was asked for. */
  point(key: string | null, show: (answer: T | null) => void): void {
    if (key === this.wanted && key !== null) return;
    this.wanted = key;
    clearTimeout(this.timer);
    if (key !== null) this.timer = setTimeout(() => void this.load(key, show), REST_MS);
  }

  private async load(key: string, show: (answer: T | null) => void): Promise<void> {
    // Whoever moved on while a request was under way waits for its end.
    if (this.isAsking) {
      this.timer = setTimeout(() => void this.load(key, show), REST_MS);
      return;
    }
    show(null);
    this.isAsking = true;
    const answer = await this.ask(key).catch(() => null);
    this.isAsking = false;
    if (this.wanted === key && answer !== null) show(answer);
  }
}

/** Beside the pointer, within the frame: above it in the lower half, so that a finger does not cover it. */
function styleOf({ x, y }: PeekedSeat, box: DOMRect): ShownPeek["style"] {
  const across = Math.min(Math.max(x - box.left - WIDTH_PIXELS / 2, 0), Math.max(box.width - WIDTH_PIXELS, 0));
  const left = `${across}px`;
  if (y - box.top > box.height / 2) return { left, bottom: `${box.bottom - y + GAP_PIXELS}px` };
  return { left, top: `${y - box.top + GAP_PIXELS}px` };
}
