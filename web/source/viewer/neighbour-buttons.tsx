// Arrows on the picture that lead to the seats around. A side without a seat has no arrow.
import { useLayoutEffect, useRef } from "preact/hooks";
import { ForwardIcon } from "../design/icons";
import type { Messages } from "./messages";
import { SIDES, type Side } from "./types";

export type Moves = Record<Side, string | null>;

export function NeighbourButtons({
  moves,
  messages,
  onMove,
}: {
  /** Where the arrows lead: to the neighbours of the seat, or to the nearest seats on sale. */
  moves: Moves;
  messages: Messages;
  onMove: (seat: string) => void;
}) {
  const group = useRef<HTMLFieldSetElement>(null);
  const hasFocus = useRef(false);
  // Where the last arrow that was pressed is gone, another one takes the focus, so that the keyboard stays here.
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) group.current?.querySelector("button")?.focus();
  }, [moves]);
  const sides = SIDES.filter((side) => moves[side] !== null);
  if (sides.length === 0) return null;
  return (
    <fieldset
      ref={group}
      class="moves"
      aria-label={messages.moves}
      onFocusCapture={() => {
        hasFocus.current = true;
      }}
      onPointerDownCapture={() => {
        hasFocus.current = true;
      }}
      onBlurCapture={({ relatedTarget }) => {
        if (relatedTarget !== null) hasFocus.current = false;
      }}
    >
      {sides.map((side) => (
        <button
          key={side}
          type="button"
          class="move"
          data-side={side}
          aria-label={messages.move[side]}
          title={messages.move[side]}
          onClick={() => onMove(moves[side] ?? "")}
        >
          <ForwardIcon />
        </button>
      ))}
    </fieldset>
  );
}
