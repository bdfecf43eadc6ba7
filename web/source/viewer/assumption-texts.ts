// What a drawing assumes, in sentences.
import type { Assumption } from "../plan/assumptions";
import type { Messages } from "./messages";

/** One sentence for each assumption, but for those that the description of the seat has already. */
export function assumptionText(assumptions: readonly Assumption[], messages: Messages): string {
  return assumptions.flatMap((assumption) => sentence(assumption, messages.assumptions) ?? []).join(" ");
}

function sentence({ code, count }: Assumption, texts: Messages["assumptions"]): string | null {
  if (code === "unplaced_sections") return texts.unplaced_sections(count);
  return code in texts ? texts[code as Exclude<keyof typeof texts, "unplaced_sections">] : null;
}
