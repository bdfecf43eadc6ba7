// The sentence under a drawing about what the plan leaves open and the drawing assumes.
import { useEffect, useState } from "preact/hooks";
import { assumptionsOf } from "../plan/assumptions";
import type { Plan } from "../plan/plan";

export function DrawingAssumptions({ plan, locale }: { plan: Plan; locale: string }) {
  const [text, setText] = useState("");
  useEffect(() => {
    const assumptions = assumptionsOf(plan);
    let isCurrent = true;
    if (assumptions.length === 0) setText("");
    else {
      void import("./assumption-texts").then(({ assumptionText }) => {
        if (isCurrent) setText(assumptionText(assumptions, locale));
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [plan, locale]);
  return text === "" ? null : <p class="assumptions">{text}</p>;
}
