// The canvas on which the plan is drawn and changed.
import { VenueMap } from "../../plan/venue-map";
import type { DesignerProps } from "./designer-props";
import { useWatched } from "./watched";

export function PlanCanvas({ designer }: DesignerProps) {
  const plan = useWatched(designer.plan);
  return (
    <VenueMap
      plan={plan}
      label={`Plan of ${plan.name}`}
      onPick={(section, row, seat) => {
        const rule = designer.ruleOf(plan.sections.findIndex(({ id }) => id === section));
        designer.select([{ kind: "section", rule, id: section }]);
        if (row !== null && seat !== null) designer.pinned.set({ section, row, seat });
      }}
    />
  );
}
