// The designer's plan in the tabs beside it, which are drawn again only while they are shown and nothing is dragged.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Plan } from "../../plan/plan";
import type { Designer, Fault } from "../designer/designer";

export type LivePlan = {
  plan: Plan;
  /** Why the record cannot be drawn as it is; null if the plan is up to date. */
  fault: Fault | null;
  /** The configuration that is shown; null for the bare hall. */
  configuration: string | null;
  setConfiguration: (id: string | null) => void;
};

type WithLivePlanProps = { designer: Designer; isShown: boolean; children: (plan: Plan) => ComponentChildren };

/** What shows the plan, and is drawn again when the plan changes. */
export function WithLivePlan({ designer, isShown, children }: WithLivePlanProps): ComponentChildren {
  return children(useLivePlan(designer, isShown).plan);
}

export function useLivePlan(designer: Designer, isShown: boolean): LivePlan {
  const [, redraw] = useState({});
  const last = useRef<Pick<LivePlan, "plan" | "fault" | "configuration"> | null>(null);
  useEffect(() => {
    if (!isShown) return;
    const show = () => {
      if (!designer.isChanging) redraw({});
    };
    const ends = [designer.settled, designer.plan, designer.fault].map((each) => each.watch(show));
    return () => {
      for (const end of ends) end();
    };
  }, [designer, isShown]);
  if (last.current === null || (isShown && !designer.isChanging)) {
    const { plan, fault, configuration } = designer;
    last.current = { plan: plan.value, fault: fault.value, configuration: configuration.value };
  }
  return { ...last.current, setConfiguration: (id) => designer.configuration.set(id) };
}
