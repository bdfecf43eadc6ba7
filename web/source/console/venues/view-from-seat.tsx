// The drawn view from a seat of a plan that is not stored, by the same drawing as in the viewer.
import type { Plan, SeatIds } from "../../plan/plan";
import { useSeatView } from "../designer/views/use-seat-view";

export function ViewFromSeat({ plan, seat }: { plan: Plan; seat: SeatIds | null }) {
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
