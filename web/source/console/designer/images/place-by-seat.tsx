// Places an image by keyboard: at a seat that is chosen from lists, first at the one whose view is shown.
import { useState } from "preact/hooks";
import type { Covers } from "../../../layout-edits/image-covers";
import type { Plan, SeatIds } from "../../../plan/plan";
import { poseFor } from "./image-places";
import { SeatChoice } from "./seat-choice";

type PlaceBySeatProps = {
  plan: Plan;
  pinned: SeatIds | null;
  onPlace: (at: { x: number; y: number }, seat: SeatIds | null) => void;
  onCancel: () => void;
};

export function PlaceBySeat({ plan, pinned, onPlace, onCancel }: PlaceBySeatProps) {
  const [covers, setCovers] = useState<Covers | null>(() => (pinned === null ? null : coversOf(pinned)));
  const pose = covers === null ? null : poseFor(plan, covers);
  return (
    <div class="stack-small">
      <p class="small">Click on the map where it was taken, or choose the seat:</p>
      <SeatChoice plan={plan} covers={covers} none="Choose" onCovers={setCovers} />
      <div class="row">
        <button
          type="button"
          class="button button-small button-primary"
          disabled={pose === null}
          onClick={() => pose !== null && onPlace({ x: pose.x ?? 0, y: pose.y ?? 0 }, seatOf(covers))}
        >
          Place it there
        </button>
        <button type="button" class="button button-small" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}

function coversOf({ section, row, seat }: SeatIds): Covers {
  return { section, ...(row === null ? {} : { rows: [row] }), ...(seat === null ? {} : { seats: [seat] }) };
}

function seatOf(covers: Covers | null): SeatIds | null {
  if (covers?.section === undefined || covers.seats?.length !== 1) return null;
  return { section: covers.section, row: covers.rows?.[0] ?? null, seat: covers.seats[0] ?? null };
}
