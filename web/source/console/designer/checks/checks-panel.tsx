// The panel for what is wrong or doubtful in the layout. Each finding has a button that goes there.
import { useState } from "preact/hooks";
import { ErrorIcon, WarningIcon } from "../../../design/icons";
import { isThere, type Piece } from "../../../layout-edits/pieces";
import { PlanIndex } from "../../../plan/plan";
import { locationPosition, seatPosition } from "../../../plan/positions";
import { useWatched } from "../../shell/watched";
import type { Ground } from "../canvas/canvas-tool";
import type { Designer } from "../designer";
import { tried } from "../designer-fields";
import type { DesignerProps } from "../designer-props";
import { serviceViewsOf } from "../views/service-views";
import { useServiceViews } from "../views/use-service-views";
import { ViewsProgress } from "../views/views-progress";
import { BLIND } from "../views/worst-rows";
import type { Finding } from "./check-finding";
import "./checks-panel.css";

const GROUPS: readonly { severity: Finding["severity"]; title: string }[] = [
  { severity: "fault", title: "Must be put right before it can be published" },
  { severity: "warning", title: "Probably mistakes" },
  { severity: "hint", title: "Worth a look" },
];

/** How much of the ground is shown around a finding. */
const AROUND_M = 6;

export function ChecksPanel(props: DesignerProps) {
  const { designer, stored } = props;
  const findings = useWatched(designer.findings);
  const fault = useWatched(designer.fault);
  return (
    <section class="card panel checks-panel" aria-label="Checks">
      <h2>Checks</h2>
      {fault !== null && (
        <p class="note note-danger" role="status">
          The plan cannot be drawn as it is: {fault.pointer} {fault.detail}.
        </p>
      )}
      {findings.length === 0 && fault === null && (
        <p class="soft">Nothing found. Seats, rows, names and the stage are checked after each change.</p>
      )}
      {GROUPS.map(({ severity, title }) => {
        const listed = findings.filter((finding) => finding.severity === severity);
        if (listed.length === 0) return null;
        return (
          <div key={severity} class="stack-small">
            <h3>{title}</h3>
            <ul class="plain-list">
              {listed.map((finding) => (
                <FindingLine key={finding.id} designer={designer} finding={finding} venueId={stored.venue.venueId} />
              ))}
            </ul>
          </div>
        );
      })}
      <SeatsThatSee {...props} />
    </section>
  );
}

/** Asks the service to look from every seat, which takes a while in a large hall. */
function SeatsThatSee(props: DesignerProps) {
  // Who has asked once is told of every later change, too.
  const [isAsked, setAsked] = useState(serviceViewsOf(props.designer).state.value.status !== "none");
  const views = useServiceViews(props, isAsked);
  const isDone = views.state.status === "done" && views.isOfNow;
  const hasBlind = useWatched(props.designer.findings).some(({ id }) => id.startsWith(BLIND));
  return (
    <div class="stack-small">
      <h3>Does everybody see the stage?</h3>
      {views.state.status === "none" && !isAsked && (
        <button type="button" class="button button-small" onClick={() => setAsked(true)}>
          Look from every seat
        </button>
      )}
      <ViewsProgress used={views} />
      {isDone && (
        <p class="soft small">
          The service has looked from {views.state.seats.size.toLocaleString("en")} seats.{" "}
          {hasBlind ? "Those that cannot see are listed above." : "All of them see the stage."}
        </p>
      )}
    </div>
  );
}

type FindingLineProps = { designer: Designer; finding: Finding; venueId: string };

function FindingLine({ designer, finding, venueId }: FindingLineProps) {
  const { piece, remedy, severity, text } = finding;
  return (
    <li class="finding" data-severity={severity}>
      {severity === "fault" ? <ErrorIcon /> : <WarningIcon />}
      <span>{text}</span>
      <span class="row">
        {(piece !== null || finding.at != null) && (
          <button
            type="button"
            class="button button-small"
            aria-label={`Show: ${text}`}
            onClick={(event) => {
              showFinding(designer, finding);
              // On a narrow screen, the canvas is above the list.
              event.currentTarget.closest(".designer")?.querySelector(".designer-canvas")?.scrollIntoView?.({
                block: "nearest",
              });
            }}
          >
            Show
          </button>
        )}
        {piece === null && severity === "fault" && (
          <a class="button button-small" href={`#/venues/${venueId}/record`} aria-label={`Show in the record: ${text}`}>
            Show in the record
          </a>
        )}
        {remedy !== undefined && (
          <button
            type="button"
            class="button button-small"
            aria-label={`${remedy.title}: ${text}`}
            onClick={() => tried(designer, () => remedy.edit, "Confirm what an import assumed")}
          >
            {remedy.title}
          </button>
        )}
      </span>
    </li>
  );
}

/** Selects what a finding is about, keeps the view at its seat, and asks the canvas to show it. */
function showFinding(designer: Designer, { piece, seat, at }: Finding): void {
  if (piece !== null && isThere(designer.record.value, piece)) designer.select([piece]);
  if (seat != null) designer.pinned.set(seat);
  const place = at ?? (seat == null ? null : placeOfSeat(designer, seat)) ?? placeOfPiece(designer, piece);
  if (place !== null) designer.shown.set({ at: place, radiusM: AROUND_M });
}

function placeOfSeat({ plan }: Designer, { section, row, seat }: NonNullable<Finding["seat"]>): Ground | null {
  const found = new PlanIndex(plan.value).locate(section, row, seat);
  return found === null ? null : locationPosition(plan.value, found);
}

function placeOfPiece(designer: Designer, piece: Piece | null): Ground | null {
  const plan = designer.plan.value;
  if (piece?.kind === "focus") return plan.focus;
  if (piece?.kind !== "section") return null;
  const index = plan.sections.findIndex(
    ({ id }, at) => designer.ruleOf(at) === piece.rule && (piece.id === null || piece.id === id),
  );
  const section = plan.sections[index];
  return section === undefined ? null : seatPosition(plan, section);
}
