// Which seats an image is for: proposed by a button, painted with a brush, or chosen by lists.
import { useState } from "preact/hooks";
import { type Covered, type Covers, coveredBy, coversInWords, writtenCovers } from "../../../layout-edits/image-covers";
import { cameraOf, type PlacedImage } from "../../../layout-edits/image-edits";
import { keyOfIds, type Plan } from "../../../plan/plan";
import { seats } from "./image-list";
import { nearestSeats } from "./image-places";
import type { Brush } from "./image-tools";
import { SeatChoice } from "./seat-choice";

type ImageSeatsProps = {
  plan: Plan;
  image: PlacedImage;
  covered: Covered;
  /** How many seats are shown the image; null until that is known. */
  shownAt: number | null;
  brush: Brush;
  isPainting: boolean;
  onBrush: (brush: Brush) => void;
  onPainting: (isPainting: boolean) => void;
  onCovers: (covers: readonly Covers[], title: string) => void;
};

const UNITS: readonly (readonly [Brush["unit"], string])[] = [
  ["seats", "Seats"],
  ["rows", "Whole rows"],
  ["sections", "Whole sections"],
];
const NEAREST_COUNT = 12;

export function ImageSeats(props: ImageSeatsProps) {
  const { plan, image, covered, shownAt, brush, isPainting, onBrush, onPainting, onCovers } = props;
  const [chosen, setChosen] = useState<Covers | null>(null);
  const apply = (isAdding: boolean) => {
    const changed = new Set(covered);
    for (const key of chosen === null ? [] : coveredBy(plan, [chosen])) {
      if (isAdding) changed.add(key);
      else changed.delete(key);
    }
    onCovers(writtenCovers(plan, changed), isAdding ? "Add seats to an image" : "Take seats from an image");
  };
  return (
    <section class="stack-small" aria-label="Which seats it is for">
      <h3>Which seats it is for</h3>
      <p class="small" role="status">
        For {coversInWords(plan, image.entries)}: {seats(covered.size)}.
        {shownAt !== null && ` ${seats(shownAt)} ${shownAt === 1 ? "is" : "are"} shown it.`}
      </p>
      <ul class="plain-list small seat-colours" aria-label="Colours of the seats">
        <li>
          <span class="coverage-swatch is-shown" aria-hidden="true" /> for these seats, and shown there
        </li>
        <li>
          <span class="coverage-swatch is-covered" aria-hidden="true" /> for these seats, but a nearer one is shown
        </li>
        <li>
          <span class="coverage-swatch is-borrowed" aria-hidden="true" /> shown there as the nearest one
        </li>
      </ul>
      <Proposals plan={plan} image={image} onCovers={onCovers} />
      <div class="row">
        <button
          type="button"
          class="button button-small"
          aria-pressed={isPainting && brush.isAdding}
          onClick={() => {
            onPainting(!(isPainting && brush.isAdding));
            onBrush({ ...brush, isAdding: true });
          }}
        >
          Add with the brush
        </button>
        <button
          type="button"
          class="button button-small"
          aria-pressed={isPainting && !brush.isAdding}
          onClick={() => {
            onPainting(!(isPainting && !brush.isAdding));
            onBrush({ ...brush, isAdding: false });
          }}
        >
          Take away with the brush
        </button>
      </div>
      {isPainting && <BrushFields brush={brush} onBrush={onBrush} />}
      <details class="image-seats-list">
        <summary>Choose by section, row and seat</summary>
        <SeatChoice plan={plan} covers={chosen} none="Choose" onCovers={setChosen} />
        <div class="row">
          <button type="button" class="button button-small" disabled={chosen === null} onClick={() => apply(true)}>
            Add
          </button>
          <button type="button" class="button button-small" disabled={chosen === null} onClick={() => apply(false)}>
            Take away
          </button>
        </div>
      </details>
    </section>
  );
}

function BrushFields({ brush, onBrush }: { brush: Brush; onBrush: (brush: Brush) => void }) {
  return (
    <div class="stack-small brush-fields">
      <fieldset class="row images-filter" aria-label="What the brush paints">
        {UNITS.map(([unit, title]) => (
          <button
            key={unit}
            type="button"
            class="button button-small"
            aria-pressed={brush.unit === unit}
            onClick={() => onBrush({ ...brush, unit })}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <label class="row small">
        Size of the brush
        <input
          type="range"
          min="0.3"
          max="6"
          step="0.1"
          value={brush.radiusM}
          aria-valuetext={`${brush.radiusM} metres`}
          onInput={(event) => onBrush({ ...brush, radiusM: Number(event.currentTarget.value) })}
        />
        {brush.radiusM.toFixed(1)} m
      </label>
      <p class="small soft">Drag over seats on the map. With Alt the brush does the opposite; Escape puts it away.</p>
    </div>
  );
}

/** What people mean most often, by one button each, seen from where the camera stood. */
function Proposals({ plan, image, onCovers }: Pick<ImageSeatsProps, "plan" | "image" | "onCovers">) {
  const camera = cameraOf(image.pose);
  const [seat] = camera === null ? [] : nearestSeats(plan, camera, 1);
  if (camera === null || seat === undefined) return null;
  const row = { section: seat.section, ...(seat.row === null ? {} : { rows: [seat.row] }) };
  const nearest = () =>
    writtenCovers(plan, new Set(nearestSeats(plan, camera, NEAREST_COUNT).map((each) => keyOfIds(each))));
  const choices: [string, () => readonly Covers[]][] = [
    ["Its section", () => [{ section: seat.section }]],
    ["Its row", () => [row]],
    [`${NEAREST_COUNT} nearest seats`, nearest],
    ["This seat only", () => [{ ...row, ...(seat.seat === null ? {} : { seats: [seat.seat] }) }]],
  ];
  return (
    <div class="row">
      {choices.map(([title, covers]) => (
        <button
          key={title}
          type="button"
          class="button button-small"
          onClick={() => onCovers(covers(), `Image for ${title.toLowerCase()}`)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
