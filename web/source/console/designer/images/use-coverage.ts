// The coverage of the plan that is shown, worked out in small steps so that the page stays responsive.
import { useEffect, useState } from "preact/hooks";
import { ImageChoice } from "../../../layout-edits/image-choice";
import { useWatched } from "../../shell/watched";
import type { Designer } from "../designer";
import { coverageByRow, type SeatCoverage } from "./image-coverage";

const STEP_MS = 12;

/** Null until it has been worked out. The last one stays while the next is worked out. */
export function useCoverage(designer: Designer, uploaded: ReadonlySet<string> | null): SeatCoverage | null {
  const [coverage, setCoverage] = useState<SeatCoverage | null>(null);
  const [plan, record] = [useWatched(designer.plan), useWatched(designer.settled)];
  const configuration = useWatched(designer.configuration);
  const sets = record.imagerySets;
  useEffect(() => {
    if (uploaded === null) return;
    const rows = coverageByRow(plan, new ImageChoice(plan, record, uploaded), configuration);
    let timer = setTimeout(step, 0);
    function step() {
      const until = performance.now() + STEP_MS;
      let next = rows.next();
      while (!next.done && performance.now() < until) {
        const last = next.value;
        next = rows.next();
        if (next.done) setCoverage(last);
      }
      if (!next.done) timer = setTimeout(step, 0);
    }
    return () => clearTimeout(timer);
  }, [plan, sets, uploaded, configuration]);
  return coverage;
}
