// Walks from seat to seat: by buttons and arrow keys, or one seat after the other by itself.
import { useEffect, useMemo, useState } from "preact/hooks";
import { keyOfIds, type Plan, type SeatIds } from "../../../plan/plan";
import { allSeats } from "../../../plan/positions";
import { neighbourOf, type Way } from "../../../plan/seat-neighbours";
import type { Designer } from "../designer";

/** How long a walk stays at each seat. */
const STAY_MS = 1400;

const STEPS: readonly { way: Way; sign: string; title: string; key: string }[] = [
  { way: "left", sign: "←", title: "The seat to the left", key: "ArrowLeft" },
  { way: "right", sign: "→", title: "The seat to the right", key: "ArrowRight" },
  { way: "front", sign: "↑", title: "The seat in front", key: "ArrowUp" },
  { way: "behind", sign: "↓", title: "The seat behind", key: "ArrowDown" },
];

const WALKS: readonly { way: Way; title: string; help: string }[] = [
  { way: "right", title: "Walk row", help: "Walk along this row, seat by seat" },
  { way: "behind", title: "Walk up", help: "Walk up the block, row by row" },
];

export function SeatWalk({ designer, plan, seat }: { designer: Designer; plan: Plan; seat: SeatIds }) {
  const [walk, setWalk] = useState<Way | null>(null);
  const next = useNeighbours(plan, seat);
  const go = (way: Way) => {
    const found = next(way);
    if (found !== null) designer.pinned.set(found);
    return found !== null;
  };
  useEffect(() => {
    if (walk === null) return;
    const timer = setTimeout(() => {
      if (!go(walk)) setWalk(null);
    }, STAY_MS);
    return () => clearTimeout(timer);
  }, [walk, keyOfIds(seat)]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS.find(({ key }) => key === event.key);
    if (event.key === "Escape") setWalk(null);
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setWalk(null);
    go(step.way);
  };
  return (
    <div class="seat-walk" role="toolbar" aria-label="Walk from seat to seat" onKeyDown={onKeyDown}>
      {STEPS.map(({ way, sign, title }) => (
        <button
          key={way}
          type="button"
          class="button button-small seat-walk-step"
          title={title}
          aria-label={title}
          onClick={() => {
            setWalk(null);
            go(way);
          }}
        >
          {sign}
        </button>
      ))}
      {WALKS.map(({ way, title, help }) => (
        <button
          key={way}
          type="button"
          class="button button-small"
          aria-pressed={walk === way}
          title={help}
          onClick={() => {
            if (walk !== way && go(way)) setWalk(way);
            else setWalk(null);
          }}
        >
          {walk === way ? "Stop" : title}
        </button>
      ))}
    </div>
  );
}

/** Finds neighbours of a seat. All seats of the plan are placed when the first one is looked for. */
function useNeighbours(plan: Plan, seat: SeatIds): (way: Way) => SeatIds | null {
  const seats = useMemo(() => {
    let found: ReturnType<typeof allSeats> | null = null;
    return () => {
      found ??= allSeats(plan);
      return found;
    };
  }, [plan]);
  return (way) => neighbourOf(plan, seats(), seat, way);
}
