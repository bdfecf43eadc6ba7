// The drawn view from a seat of a plan that is being changed. It follows the plan and the seat.
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { DrawnView } from "../../../drawing/drawn-view";
import type { PlanChanges } from "../../../drawing/plan-changes";
import { keyOfIds, type Plan, type Point, type SeatIds } from "../../../plan/plan";
import { bearingDeg, eyePosition } from "../../../plan/positions";
import { messageOf } from "../../shell/error-message";

const FIELD_OF_VIEW_DEG = 75;

export type SeatView = {
  /** The element that the view is drawn in. */
  frame: RefObject<HTMLDivElement>;
  /** Whether there is a view to show: a seat was chosen, and the plan says where it is. */
  isShown: boolean;
  /** Whether the first picture has been drawn. */
  isDrawn: boolean;
  /** Why nothing can be drawn here, or why the last change is not drawn. */
  fault: string | null;
  /** Whether somebody has turned the view away from the stage. */
  isTurned: boolean;
  /** Whether the picture is of before the change that is under way: this machine draws too slowly to follow it. */
  isWaiting: boolean;
  lookAtStage: () => void;
};

type Drawn = {
  view: DrawnView;
  changes: PlanChanges;
  plan: Plan;
  eye: Point;
  key: string;
  isTurned: boolean;
  /** Resolves once the first picture is drawn. */
  first: Promise<void>;
};

/** @param isChanging whether a change is under way. A machine that draws slowly shows it when it is over. */
export function useSeatView(plan: Plan, seat: SeatIds | null, isChanging = false): SeatView {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const [isImpossible, setIsImpossible] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [isTurned, setIsTurned] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const eye = seat === null ? null : eyePosition(plan, seat);
  const latest = useRef({ plan, seat, eye, isChanging });
  latest.current = { plan, seat, eye, isChanging };
  const isShown = eye !== null && !isImpossible;

  const turned = (is: boolean) => {
    if (drawn.current !== null) drawn.current.isTurned = is;
    setIsTurned(is);
  };
  const follow = () => {
    const { current } = drawn;
    const { plan, seat, eye, isChanging } = latest.current;
    if (current === null || seat === null || eye === null) return;
    const mustWait = isChanging && !current.view.isFluent;
    setIsWaiting(mustWait);
    current.view.pause(mustWait);
    if (mustWait) return;
    if (keyOfIds(seat) !== current.key) turned(false);
    if (plan !== current.plan) setFault(null);
    followTo(current, plan, { ...seat, eye });
  };
  useEffect(() => {
    if (!isShown) return;
    let isCurrent = true;
    const impossible = (failure: unknown) => {
      if (!isCurrent) return;
      setFault(messageOf(failure));
      setIsImpossible(true);
    };
    const begin = async () => {
      const made = await beginView(frame.current!, latest.current, {
        onMoved: () => turned(true),
        onLost: () => impossible(new Error("The graphics device was lost.")),
        onChangeFailure: (failure) => isCurrent && setFault(messageOf(failure)),
      });
      if (!isCurrent) return end(made);
      drawn.current = made;
      follow();
      await made.first;
      if (isCurrent) setIsDrawn(true);
    };
    begin().catch(impossible);
    return () => {
      isCurrent = false;
      if (drawn.current !== null) end(drawn.current);
      drawn.current = null;
      setIsDrawn(false);
    };
  }, [isShown]);
  useEffect(follow, [plan, seat === null ? "" : keyOfIds(seat), isChanging]);

  const lookAtStage = () => {
    const { plan, seat, eye } = latest.current;
    if (drawn.current === null || seat === null || eye === null) return;
    turned(false);
    void drawn.current.view.show({ ...seat, eye }, lookAt(eye, plan.focus));
  };
  return { frame, isShown, isDrawn, fault, isTurned, isWaiting, lookAtStage };
}

/** Moves the eye to the seat, at once if it is the same seat that has moved, and draws another plan. */
function followTo(drawn: Drawn, plan: Plan, place: SeatIds & { eye: Point }): void {
  const { view, changes } = drawn;
  const { eye } = place;
  const key = keyOfIds(place);
  const isOtherPlan = plan !== drawn.plan;
  if (key !== drawn.key) void view.show(place, lookAt(eye, plan.focus));
  else if (isOtherPlan) view.carry(eye, drawn.isTurned ? view.look : lookAt(eye, plan.focus));
  if (isOtherPlan) void changes.show(plan, eye);
  Object.assign(drawn, { plan, eye, key });
}

type Listeners = { onMoved: () => void; onLost: () => void; onChangeFailure: (failure: unknown) => void };

async function beginView(
  frame: HTMLElement,
  { plan, seat, eye }: { plan: Plan; seat: SeatIds | null; eye: Point | null },
  { onMoved, onLost, onChangeFailure }: Listeners,
): Promise<Drawn> {
  const [{ createDrawnView }, { PlanChanges }] = await Promise.all([
    import("../../../drawing/create-drawn-view"),
    import("../../../drawing/plan-changes"),
  ]);
  const first = { ...seat!, eye };
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const view = await createDrawnView(frame, plan, first, { reducedMotion, onMoved, onLost, isBesideWork: true });
  const firstPicture = view.show(first, lookAt(eye!, plan.focus));
  const changes = new PlanChanges(view, onChangeFailure);
  return { view, changes, plan, eye: eye!, key: keyOfIds(first), isTurned: false, first: firstPicture };
}

function end({ view, changes }: Drawn): void {
  changes.end();
  view.dispose();
}

function lookAt(eye: Point, focus: Point): { yaw: number; pitch: number; fov: number } {
  const awayM = Math.hypot(focus.x - eye.x, focus.y - eye.y);
  const pitch = (Math.atan2(focus.z - eye.z, awayM) * 180) / Math.PI;
  return { yaw: bearingDeg(eye, focus), pitch, fov: FIELD_OF_VIEW_DEG };
}
