// What a drawing assumes because the plan leaves it open: a few words on the drawing, whole sentences in the sheet.
import { useMemo } from "preact/hooks";
import { assumptionsOf } from "../plan/assumptions";
import type { Plan } from "../plan/plan";
import { assumptionText } from "./assumption-texts";
import type { Messages } from "./messages";

export type DrawingAssumptionsProps = {
  plan: Plan;
  messages: Messages;
  /** Whether the sentences are shown instead of the few words. */
  isInFull?: boolean;
};

export function DrawingAssumptions({ plan, messages, isInFull = false }: DrawingAssumptionsProps) {
  const assumptions = useMemo(() => assumptionsOf(plan), [plan]);
  if (assumptions.length === 0) return null;
  const text = isInFull ? assumptionText(assumptions, messages) : messages.assumptions.partly;
  return text === "" ? null : <p class="assumptions">{text}</p>;
}
