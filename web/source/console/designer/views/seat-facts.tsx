// What is known of the view from a seat: measured while it is drawn, and what a buyer will read once it is saved.
import type { components } from "@seatpreview/client";
import { useEffect, useState } from "preact/hooks";
import { valueAt } from "../../../layout-edits/record-edit";
import { askUntilKnown, isPending } from "../../../plan/pending-view";
import { keyOfIds, type Plan, PlanIndex, type SeatIds } from "../../../plan/plan";
import { rowSightlines, type Sightline } from "../../../plan/sightlines";
import { refusalOf } from "../../shell/permissions";
import { useWatched } from "../../shell/watched";
import type { DesignerProps } from "../designer-props";
import { isSameLayout, savedLayout } from "./service-views";

type Preview = components["schemas"]["Preview"];

/** The service is asked once somebody stays at a seat. */
const STAY_MS = 350;

type FactsProps = DesignerProps & { plan: Plan; seat: SeatIds; isPinned: boolean };

export function SeatFacts(props: FactsProps) {
  const { plan, seat } = props;
  const line = sightlineOf(plan, seat);
  const answer = useAnswer(props);
  const seen = answer.kind === "preview" ? answer.preview.sightline : null;
  return (
    <>
      <dl class="seat-facts">
        {line !== null && (
          <>
            <Fact name="Distance">{metres(line.distanceM)}</Fact>
            <Fact name="Eyes">{heightWords(line.elevationM)}</Fact>
            <Fact name="Over the row in front (C-value)">{cValueWords(line.cValueMm)}</Fact>
          </>
        )}
        {seen !== null && isPending({ sightline: seen }) && <Fact name="Seen of the stage">Being computed</Fact>}
        {seen?.visibleShare != null && (
          <Fact name={`Seen of the ${seen.lookedAt ?? "stage"}`}>{`${Math.round(100 * seen.visibleShare)} %`}</Fact>
        )}
      </dl>
      <BuyersWords answer={answer} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div class="seat-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What the service says of the seat: nothing yet, the words of a buyer's preview, or why there are none. */
type Answered =
  | { kind: "none" }
  | { kind: "unsaved" }
  | { kind: "refused"; reason: string }
  | { kind: "preview"; preview: Preview };

function BuyersWords({ answer }: { answer: Answered }) {
  if (answer.kind === "none") return null;
  if (answer.kind === "refused") {
    return <p class="seat-words soft">What a buyer will read is not shown. {answer.reason}</p>;
  }
  if (answer.kind === "unsaved") {
    return <p class="seat-words soft">What a buyer will read follows once this change is saved.</p>;
  }
  const { sightline, description, drawing } = answer.preview;
  return (
    <>
      {sightline.restriction != null && <p class="seat-words note note-warn">{sightline.restriction.reason}</p>}
      <details class="seat-words">
        <summary>What a buyer will read</summary>
        <p>{drawing?.description ?? description}</p>
      </details>
    </>
  );
}

/** Asks the service for the preview of a pinned seat, while what it has is what is drawn. */
function useAnswer({ designer, api, caller, stored, draft, seat, isPinned }: FactsProps): Answered {
  const refusal = refusalOf(caller, "previewSeat", stored);
  const settled = useWatched(designer.settled);
  const configuration = useWatched(designer.configuration);
  const [found, setFound] = useState<{ key: string; preview: Preview } | null>(null);
  const isSaved = isSameLayout(valueAt(settled, ["rules", "layout"]), savedLayout(stored, draft));
  const key = JSON.stringify([keyOfIds(seat), configuration, draft?.etag ?? stored.etag]);
  useEffect(() => {
    if (!isPinned || !isSaved || seat.seat === null || refusal !== null) return;
    const asking = new AbortController();
    const query = {
      venue: stored.venue.venueId,
      seat: keyOfIds(seat),
      configuration: configuration ?? "none",
      draft: draft !== null,
    };
    const ask = () => api.seats.preview(query, { signal: asking.signal });
    const show = (preview: Preview) => setFound({ key, preview });
    let stopAsking = () => {};
    const timer = setTimeout(() => {
      ask().then(
        (preview) => {
          if (asking.signal.aborted) return;
          show(preview);
          stopAsking = askUntilKnown(preview, ask, show);
        },
        // The seat cannot be asked for, such as one whose section is closed: then nothing is said of it.
        () => undefined,
      );
    }, STAY_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
      stopAsking();
    };
  }, [key, isPinned, isSaved]);
  if (!isPinned) return { kind: "none" };
  if (refusal !== null) return { kind: "refused", reason: refusal };
  if (!isSaved) return { kind: "unsaved" };
  return found?.key === key ? { kind: "preview", preview: found.preview } : { kind: "none" };
}

function sightlineOf(plan: Plan, { section, row, seat }: SeatIds): Sightline | null {
  const spot = new PlanIndex(plan).locate(section, row, seat);
  if (spot === null || spot.rowIndex === null || spot.slot === null) return null;
  return rowSightlines(plan, spot.section, spot.rowIndex)[spot.slot] ?? null;
}

function metres(value: number): string {
  return `${value.toFixed(1)} m`;
}

function heightWords(elevationM: number): string {
  const amount = Math.abs(elevationM);
  if (amount < 0.05) return "As high as what people look at";
  return `${metres(amount)} ${elevationM > 0 ? "above" : "below"} what people look at`;
}

function cValueWords(cValueMm: number | null): string {
  if (cValueMm === null) return "Nobody in front";
  const words = cValueMm >= 90 ? "good" : cValueMm >= 60 ? "enough" : cValueMm >= 0 ? "little" : "heads in the way";
  return `${Math.round(cValueMm)} mm, ${words}`;
}
