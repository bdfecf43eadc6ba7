// How far the service is with looking from every seat, and of which layout its answers are.
import type { UsedViews } from "./use-service-views";

export function ViewsProgress({ used }: { used: UsedViews }) {
  const { state, seatCount, isOfNow, canLookAgain, look } = used;
  const looked = state.seats.size.toLocaleString();
  return (
    <div class="views-progress" aria-live="polite">
      {state.status === "loading" && (
        <label class="views-progress-bar">
          Looked from {looked} of {seatCount.toLocaleString()} seats
          <progress max={seatCount} value={state.seats.size} />
        </label>
      )}
      {state.status === "failed" && <p class="note note-warn">{state.failure}</p>}
      {state.status === "interrupted" && (
        <p class="note">
          The hall was saved again while the service looked from its seats: this is from {looked} of{" "}
          {seatCount.toLocaleString()} seats, as they were before.
        </p>
      )}
      {state.status === "done" && !isOfNow && <p class="note">This is from before your last change.</p>}
      {canLookAgain && state.status !== "none" && (
        <button type="button" class="button button-small" onClick={look}>
          Look again
        </button>
      )}
    </div>
  );
}
