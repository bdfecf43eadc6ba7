// What a drawing assumes because the plan leaves it open: a few words on the drawing, whole sentences in the sheet.
import { useEffect, useState } from "preact/hooks";
import { assumptionsOf } from "../plan/assumptions";
import type { Plan } from "../plan/plan";

export type DrawingAssumptionsProps = {
  plan: Plan;
  locale: string;
  /** Whether the sentences are shown instead of the few words. */
  isInFull?: boolean;
};

export function DrawingAssumptions({ plan, locale, isInFull = false }: DrawingAssumptionsProps) {
  const [text, setText] = useState("");
  useEffect(() => {
    const assumptions = assumptionsOf(plan);
    let isCurrent = true;
    if (assumptions.length === 0) setText("");
    else {
      void import("./assumption-texts").then(({ assumptionText, partlyAssumed }) => {
        if (isCurrent) setText(isInFull ? assumptionText(assumptions, locale) : partlyAssumed(locale));
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [plan, locale, isInFull]);
  return text === "" ? null : <p class="assumptions">{text}</p>;
}
