// Which seat the view beside the canvas is from.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Piece } from "../../../layout-edits/pieces";
import { firstSeat, middleSeat } from "../../../plan/first-seat";
import { keyOfIds, type Plan, PlanIndex, type SeatIds } from "../../../plan/plan";
import { useWatched } from "../../shell/watched";
import type { Designer } from "../designer";

/** How long the pointer has to stay on a seat until the view moves there. */
const HOVER_MS = 120;

/** The seat that is pinned, or the one under the pointer, or one of the block that was selected, or else the last one that
 * was shown. A seat that the pointer passes while something is dragged is not meant. */
export function useShownSeat(designer: Designer, plan: Plan): SeatIds | null {
  const pinned = useWatched(designer.pinned);
  const hovered = useRested(designer);
  const last = useRef<SeatIds | null>(null);
  const candidates = [pinned, hovered, last.current];
  const shown = candidates.find((seat) => seat !== null && isIn(plan, seat)) ?? firstSeat(plan);
  last.current = shown;
  return shown;
}

function useRested(designer: Designer): SeatIds | null {
  const [rested, setRested] = useState<SeatIds | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = designer.hovered.watch((seat) => {
      clearTimeout(timer);
      if (seat === null || designer.isChanging) return;
      timer = setTimeout(() => setRested((before) => (isSame(before, seat) ? before : seat)), HOVER_MS);
    });
    const endOfSelection = designer.selection.watch((pieces) => {
      const seat = seatOf(designer, pieces.at(-1));
      if (seat !== null) setRested((before) => (before?.section === seat.section ? before : seat));
    });
    return () => {
      clearTimeout(timer);
      end();
      endOfSelection();
    };
  }, [designer]);
  return rested;
}

/** The seat in the middle of the section that was selected, or of the first one of its rule. */
function seatOf(designer: Designer, piece: Piece | undefined): SeatIds | null {
  if (piece?.kind !== "section") return null;
  const { value: plan } = designer.plan;
  const section = plan.sections.find(({ id }, index) =>
    piece.id === null ? designer.ruleOf(index) === piece.rule : id === piece.id,
  );
  return section === undefined ? null : middleSeat(plan, section);
}

function isSame(one: SeatIds | null, other: SeatIds): boolean {
  return one !== null && keyOfIds(one) === keyOfIds(other);
}

function isIn(plan: Plan, { section, row, seat }: SeatIds): boolean {
  const spot = new PlanIndex(plan).locate(section, row, seat);
  return spot !== null && spot.section.geometry !== null;
}
