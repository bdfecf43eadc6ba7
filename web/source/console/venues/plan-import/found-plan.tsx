// What was found in a file with a plan: in numbers, on the map, from a seat, and in the words of the report.
import { useMemo, useState } from "preact/hooks";
import { firstSeat } from "../../../plan/first-seat";
import { type Plan, PlanIndex, type SeatIds } from "../../../plan/plan";
import { locationPosition } from "../../../plan/positions";
import { VenueMap } from "../../../plan/venue-map";
import { ASSUMED } from "../../designer/checks/check-draft";
import { useSeatView } from "../../designer/views/use-seat-view";
import { warningsOf } from "../label-warnings";
import { HallFindings, WarningList } from "../warning-list";
import { ImportProgress } from "./import-fields";
import { ImportQuestions } from "./import-questions";
import { KeptWork } from "./kept-work";
import { ScaleAndColumns, TurnButtons } from "./plan-adjustments";
import { ReportList } from "./report-list";
import type { PlanImport } from "./use-plan-import";
import "./plan-import.css";

export function FoundPlan({ found }: { found: PlanImport }) {
  const { imported, plan } = found;
  const [picked, setPicked] = useState<SeatIds | null>(null);
  const seat = useMemo(
    () => (picked !== null && plan !== null && isIn(plan, picked) ? picked : firstSeat(plan)),
    [plan, picked],
  );
  if (imported === null) return null;
  const { report } = imported;
  const spot = seat === null || plan === null ? null : new PlanIndex(plan).locate(seat.section, seat.row, seat.seat);
  const leftOut = <ReportList title="Left out" items={report.leftOut} none="Nothing was left out." />;
  return (
    <aside class="card panel stack" aria-label="What was found in the file" aria-busy={found.working !== null}>
      <p class="import-headline" role="status">
        {report.headline}
      </p>
      <HallFindings findings={report.findings} />
      {imported.over != null && <KeptWork over={imported.over} />}
      {report.seatsLeftOut > 0 && leftOut}
      <ImportProgress found={found} />
      <TurnButtons found={found} />
      {found.planFault !== null && <p class="note note-warn">The map cannot be drawn: {found.planFault}</p>}
      {plan !== null && (
        <VenueMap
          plan={plan}
          label="Map of the imported plan"
          selected={seat}
          place={spot === null ? null : locationPosition(plan, spot)}
          onPick={(section, row, name) => setPicked({ section, row, seat: name })}
        />
      )}
      <ScaleAndColumns found={found} />
      <ImportQuestions found={found} />
      {plan !== null && <ViewFromSeat plan={plan} seat={seat} />}
      {plan !== null && plan.assumed.length > 0 && <AssumedList assumed={plan.assumed} />}
      {imported.over != null && (
        <p>
          The lists below are of the file by itself. What is kept of the venue goes before what was inferred from it.
        </p>
      )}
      {report.seatsLeftOut === 0 && leftOut}
      <ReportList title="Inferred: please check" items={report.inferred} none="Nothing had to be inferred." />
      <ReportList title="Taken" items={report.taken} none="Nothing." />
      <WarningList found={warningsOf(imported)} />
    </aside>
  );
}

function AssumedList({ assumed }: Pick<Plan, "assumed">) {
  return (
    <section aria-label="Assumed">
      <h2 class="import-title">Assumed</h2>
      <p class="soft small">Buyers are told so until somebody confirms it, under Checks in the designer.</p>
      <ul class="import-list">
        {assumed.map((what) => (
          <li key={what}>{ASSUMED[what]}</li>
        ))}
      </ul>
    </section>
  );
}

/** The drawn view from a seat of a plan that is not stored, by the same drawing as in the viewer. */
function ViewFromSeat({ plan, seat }: { plan: Plan; seat: SeatIds | null }) {
  const { frame, isShown, fault } = useSeatView(plan, seat);
  return (
    <figure class="view-from-seat">
      <div ref={frame} class="view-from-seat-frame" hidden={!isShown} />
      <figcaption class="soft small">
        {isShown && seat !== null && `The view from ${nameOf(seat)}. Pick another seat on the map.`}
        {!isShown && fault === null && "Pick a seat on the map to see the view from it."}
        {fault !== null && `The view cannot be drawn here: ${fault} Create the venue to see it in the viewer.`}
      </figcaption>
    </figure>
  );
}

function nameOf({ section, row, seat }: SeatIds): string {
  return [section, row, seat].filter((part) => part !== null).join(" · ");
}

function isIn(plan: Plan, { section, row, seat }: SeatIds): boolean {
  return new PlanIndex(plan).locate(section, row, seat) !== null;
}
