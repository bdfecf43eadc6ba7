// The drawn view from the seat that is pinned, or from the one under the pointer, and what is known of it.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { CloseIcon, CompassIcon, FullScreenIcon, PinIcon } from "../../../design/icons";
import { seatTitle } from "../../../plan/seat-neighbours";
import { useWatched } from "../../shell/watched";
import type { DesignerProps } from "../designer-props";
import { SeatFacts } from "./seat-facts";
import { SeatWalk } from "./seat-walk";
import { useShownSeat } from "./shown-seat";
import { useSeatView } from "./use-seat-view";
import { WorstSeats } from "./worst-seats";
import "./seat-view.css";

export function SeatViewPanel(props: DesignerProps) {
  const { designer } = props;
  const plan = useWatched(designer.plan);
  const pinned = useWatched(designer.pinned);
  const seat = useShownSeat(designer, plan);
  useWatched(designer.settled);
  const view = useSeatView(plan, seat, designer.isChanging);
  const [isLarge, setIsLarge] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useEscape(isLarge, () => setIsLarge(false));
  return (
    <section class="card seat-view" aria-label="View from a seat">
      <figure class={`seat-view-figure ${isLarge ? "seat-view-large" : ""}`}>
        <div ref={view.frame} class="seat-view-frame" hidden={!view.isShown} />
        {!view.isShown && (
          <p class="seat-view-nothing soft">
            {view.fault === null
              ? "Draw a block of seats to see the view from one of them here."
              : `The view cannot be drawn here: ${view.fault}`}
          </p>
        )}
        <figcaption class="seat-view-caption">
          <span class="seat-view-title" aria-live="polite">
            {seat === null ? "No seat yet" : seatTitle(plan, seat)}
          </span>
          {seat !== null && (
            <span class="seat-view-buttons">
              {view.isTurned && (
                <ViewButton name="Look at the stage" onClick={view.lookAtStage}>
                  <CompassIcon />
                </ViewButton>
              )}
              <ViewButton
                name="Pin"
                title={pinned === null ? "Stay at this seat while the pointer moves" : "Follow the pointer again"}
                isPressed={pinned !== null}
                onClick={() => designer.pinned.set(pinned === null ? seat : null)}
              >
                <PinIcon />
              </ViewButton>
              <ViewButton name={isLarge ? "Smaller view" : "Larger view"} onClick={() => setIsLarge(!isLarge)}>
                {isLarge ? <CloseIcon /> : <FullScreenIcon />}
              </ViewButton>
            </span>
          )}
        </figcaption>
        {isLarge && seat !== null && <SeatWalk designer={designer} plan={plan} seat={seat} />}
        {view.isShown && !view.isDrawn && <p class="seat-view-waiting small">The view is being drawn …</p>}
        {view.isWaiting && <p class="seat-view-waiting small">The picture follows when you are done.</p>}
        {view.isShown && view.fault !== null && <p class="note note-warn">This change is not drawn: {view.fault}</p>}
      </figure>
      <div class="seat-view-more">
        {seat !== null && (
          <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
            <summary>About this view</summary>
            {isOpen && (
              <div class="seat-about">
                {!isLarge && <SeatWalk designer={designer} plan={plan} seat={seat} />}
                <SeatFacts {...props} plan={plan} seat={seat} isPinned={pinned !== null} />
              </div>
            )}
          </details>
        )}
        <WorstSeats {...props} plan={plan} />
      </div>
    </section>
  );
}

type ViewButtonProps = {
  name: string;
  title?: string;
  isPressed?: boolean;
  onClick: () => void;
  children: ComponentChildren;
};

function ViewButton({ name, title = name, isPressed, onClick, children }: ViewButtonProps) {
  return (
    <button
      type="button"
      class="button button-small button-quiet seat-view-button"
      aria-label={name}
      aria-pressed={isPressed}
      title={title}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function useEscape(isOn: boolean, act: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      act();
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, [isOn]);
}
