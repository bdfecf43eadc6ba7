// Finds seats in the floor plan: a person marks a rectangle, looks at what was found, and takes it as a block.
import { useEffect } from "preact/hooks";
import { addFoundSeats } from "../../../layout-edits/add-found-seats";
import { CheckField } from "../../shell/form-fields";
import { ProblemNotice } from "../../shell/problem-notice";
import { showToast } from "../../shell/toasts";
import { useWatched } from "../../shell/watched";
import type { Designer } from "../designer";
import { type FoundSeats, type SeatSearch, searchLayer } from "./seat-search";

type FindSeatsProps = { designer: Designer; search: SeatSearch };

/** Seats of other sizes are a sign that the picture has another scale. */
const SEAT_M = { min: 0.2, max: 1.1 };

export function FindSeats({ designer, search }: FindSeatsProps) {
  const { floorPlan } = search;
  const corners = useWatched(search.corners);
  const found = useWatched(search.found);
  const isBusy = useWatched(search.isBusy);
  const problem = useWatched(search.problem);
  useMarks(designer, search, corners !== null);
  const start = () => {
    floorPlan.isShown.set(true);
    floorPlan.points.set(null);
    search.start();
    // The next key or click is for the canvas.
    document.querySelector<HTMLElement>(".designer-canvas [role=application]")?.focus();
  };
  if (corners === null) {
    return (
      <div class="stack-small">
        <ProblemNotice problem={problem} />
        <p class="small">
          Are seats drawn in it as circles or squares? Once the scale is right and the stage is in its place, they can
          be found.
        </p>
        <p>
          <button type="button" class="button" onClick={start}>
            Find seats here
          </button>
        </p>
      </div>
    );
  }
  return (
    <div class="note trace-steps">
      <div class="stack-small">
        <p role="status">
          <strong>{isBusy ? "Looking for seats …" : found === null ? STEPS[corners.length] : foundText(found)}</strong>
        </p>
        {found === null && !isBusy && (
          <p class="small">
            Drag over seats of one size, without the stage and the legend. By keyboard: the arrow keys move a cross, and
            Enter sets a corner.
          </p>
        )}
        {found !== null && found.rows.length > 0 && (
          <Found designer={designer} search={search} found={found} onTaken={() => search.clear()} />
        )}
        <p class="row">
          {found !== null && (
            <button type="button" class="button button-small" onClick={start}>
              Mark another part
            </button>
          )}
          <button type="button" class="button button-small" onClick={() => search.clear()}>
            Cancel
          </button>
        </p>
      </div>
    </div>
  );
}

const STEPS = ["Mark the seats: the first corner of a rectangle.", "Now the opposite corner."];

function foundText({ rows }: FoundSeats): string {
  if (rows.length === 0) return "No seats were found here. Mark a smaller part, with seats of one size alone.";
  const seats = rows.reduce((sum, row) => sum + row.length, 0);
  return `${seats.toLocaleString("en")} seats in ${rows.length.toLocaleString("en")} rows.`;
}

type FoundProps = { designer: Designer; search: SeatSearch; found: FoundSeats; onTaken: () => void };

function Found({ designer, search, found, onTaken }: FoundProps) {
  useWatched(search.leftOut);
  const placement = useWatched(search.floorPlan.placement);
  const seatM = found.sizePx * (placement?.metresPerPixel ?? 0);
  const seats = search.rows.reduce((sum, row) => sum + row.length, 0);
  const take = () => {
    const added = addFoundSeats(designer.settled.value, search.rows);
    designer.edit("Add seats of the picture", () => added.record);
    designer.select(added.pieces);
    showToast(`${seats} seats are a block now. Number its rows and seats under Draw.`);
    onTaken();
  };
  return (
    <>
      {(seatM < SEAT_M.min || seatM > SEAT_M.max) && (
        <p class="note note-warn small">
          A seat would be {seatM.toFixed(2)} m wide. Set the scale of the picture first, and search again.
        </p>
      )}
      <p class="small">Click a mark on the plan to leave it out, and again to take it back.</p>
      <fieldset class="found-rows">
        <legend class="small">Rows, from the top of the picture</legend>
        {found.rows.map((row, number) => {
          const all = row.map((_, seat) => seat);
          const taken = all.filter((seat) => search.isTaken(number, seat)).length;
          return (
            <CheckField
              key={number}
              label={`Row ${number + 1}: ${taken === row.length ? taken : `${taken} of ${row.length}`} seats`}
              isChecked={taken > 0}
              onChecked={(isOn) => search.toggle(number, all, isOn)}
            />
          );
        })}
      </fieldset>
      <p>
        <button type="button" class="button button-primary" disabled={seats === 0} onClick={take}>
          Take {seats.toLocaleString("en")} seats as a block
        </button>
      </p>
    </>
  );
}

/** While somebody searches, the canvas shows the rectangle and what was found in it. */
function useMarks(designer: Designer, search: SeatSearch, isSearching: boolean): void {
  useEffect(() => {
    if (!isSearching) return;
    const redraw = () => void designer.addLayer(searchLayer(search));
    const ends = [search.corners, search.cursor, search.found, search.leftOut].map((each) => each.watch(redraw));
    redraw();
    return () => {
      for (const end of ends) end();
      designer.layers.set(designer.layers.value.filter(({ id }) => id !== "find-seats"));
    };
  }, [designer, search, isSearching]);
}
