// How many findings the checks have, on the button of their mode. It also keeps the checks running in every mode.
import { useEffect, useState } from "preact/hooks";
import { useWatched } from "../../shell/watched";
import { draftFaults } from "../../venues/draft";
import { draftWarnings } from "../../venues/label-warnings";
import type { DesignerProps } from "../designer-props";
import { useServiceViews } from "../views/use-service-views";
import { blindSeatFindings } from "../views/worst-rows";
import { assumedFindings, draftFindings, warningFindings } from "./check-draft";
import type { Finding } from "./check-finding";
import { watchChecks } from "./live-checks";

export function ChecksMark(props: DesignerProps) {
  const { designer, draft } = props;
  const [found, setFound] = useState<readonly Finding[]>([]);
  const settled = useWatched(designer.settled);
  const plan = useWatched(designer.plan);
  // Seats that cannot see are known once somebody has asked the service for its views.
  const views = useServiceViews(props, false);
  useEffect(() => watchChecks(designer, setFound), [designer]);
  useEffect(() => {
    const faults = draftFindings(settled, draftFaults(draft));
    const ruleOf = (index: number) => designer.ruleOf(index);
    const blind = views.isOfNow ? blindSeatFindings({ plan, ruleOf }, views.state.seats) : [];
    const names = warningFindings(draftWarnings(draft), plan);
    designer.findings.set([...faults, ...names, ...found, ...blind, ...assumedFindings(plan)]);
  }, [designer, found, draft, plan.assumed.join(), faultsKey(draft), views.isOfNow, views.state.status]);
  const { length } = useWatched(designer.findings);
  if (length === 0) return null;
  return (
    <span class="badge badge-warn">
      {length}
      <span class="visually-hidden">{length === 1 ? " finding" : " findings"}</span>
    </span>
  );
}

function faultsKey(draft: DesignerProps["draft"]): string {
  return draftFaults(draft)
    .map(({ pointer, detail }) => `${pointer} ${detail}`)
    .join("\n");
}
