// The drawn view from a seat of a plan that is not stored, by the same drawing as in the viewer.
import { useEffect, useRef, useState } from "preact/hooks";
import type { DrawnView } from "../../drawing/drawn-view";
import type { Plan, Point, SeatIds } from "../../plan/plan";
import { bearingDeg, eyePosition } from "../../plan/positions";
import { messageOf } from "../shell/error-message";

const FIELD_OF_VIEW_DEG = 75;

export function ViewFromSeat({ plan, seat }: { plan: Plan; seat: SeatIds | null }) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<DrawnView | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const eye = seat === null ? null : eyePosition(plan, seat);

  useEffect(() => {
    let isCurrent = true;
    let made: DrawnView | null = null;
    setFault(null);
    drawnView(frame.current, plan, (reason) => isCurrent && setFault(reason)).then(
      (next) => {
        made = next;
        if (isCurrent) setView(next);
        else next?.dispose();
      },
      (failure: unknown) => isCurrent && setFault(messageOf(failure)),
    );
    return () => {
      isCurrent = false;
      setView(null);
      made?.dispose();
    };
  }, [plan]);
  useEffect(() => {
    if (view !== null && seat !== null && eye !== null) void view.show({ ...seat, eye }, lookAt(eye, plan.focus));
  }, [view, seat?.section, seat?.row, seat?.seat]);

  return (
    <figure class="view-from-seat">
      <div ref={frame} class="view-from-seat-frame" hidden={fault !== null || eye === null} />
      <figcaption class="soft small">
        {fault === null &&
          eye !== null &&
          seat !== null &&
          `The view from ${nameOf(seat)}. Pick another seat on the map.`}
        {fault === null && eye === null && "Pick a seat on the map to see the view from it."}
        {fault !== null && `The view cannot be drawn here: ${fault} Create the venue to see it in the viewer.`}
      </figcaption>
    </figure>
  );
}

async function drawnView(
  frame: HTMLElement | null,
  plan: Plan,
  onFault: (reason: string) => void,
): Promise<DrawnView | null> {
  if (frame === null) return null;
  const { createDrawnView } = await import("../../drawing/drawn-view");
  return createDrawnView(frame, plan, null, {
    reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
    onMoved: () => undefined,
    onLost: () => onFault("The graphics device was lost."),
  });
}

function lookAt(eye: Point, focus: Point): { yaw: number; pitch: number; fov: number } {
  const awayM = Math.hypot(focus.x - eye.x, focus.y - eye.y);
  const pitch = (Math.atan2(focus.z - eye.z, awayM) * 180) / Math.PI;
  return { yaw: bearingDeg(eye, focus), pitch, fov: FIELD_OF_VIEW_DEG };
}

function nameOf({ section, row, seat }: SeatIds): string {
  return [section, row, seat].filter((part) => part !== null).join(" · ");
}
