// The uploaded images of the venue: which are on the map, for which seats, and which are not.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { coversInWords } from "../../../layout-edits/image-covers";
import type { PlacedImage } from "../../../layout-edits/image-edits";
import type { Plan } from "../../../plan/plan";
import type { UploadedImage } from "../../venues/venue-images";
import type { SeatCoverage } from "./image-coverage";

/** What is dragged from the list to the map. */
export const DRAGGED_IMAGE = "application/x-seatpreview-image";
/** The most images that are listed at once. A search finds the others. */
const SHOWN_MAX = 60;

type ImageListProps = {
  plan: Plan;
  uploaded: readonly UploadedImage[];
  placed: readonly PlacedImage[];
  coverage: SeatCoverage | null;
  /** The configuration on the map. */
  configuration: string | null;
  /** The image that the next click on the map places, and what is said and asked meanwhile. */
  placing: string | null;
  placingHelp: ComponentChildren;
  onPlace: (image: UploadedImage) => void;
  onOpen: (image: PlacedImage) => void;
};

type Shown = "all" | "placed" | "unplaced";
const SHOWN: readonly (readonly [Shown, string])[] = [
  ["all", "All"],
  ["unplaced", "Not placed"],
  ["placed", "Placed"],
];

export function ImageList(props: ImageListProps) {
  const { uploaded, placed } = props;
  const [shown, setShown] = useState<Shown>("all");
  const [search, setSearch] = useState("");
  const placesOf = (name: string) => placed.filter(({ object }) => object === name);
  const isPlaced = ({ name, usedBy }: UploadedImage) =>
    placesOf(name).length > 0 || usedBy.some(({ kind }) => kind === "ad");
  const [done, open] = [uploaded.filter(isPlaced), uploaded.filter((image) => !isPlaced(image))];
  // What is still to be done comes first.
  const byState = { all: [...open, ...done], placed: done, unplaced: open };
  const found = byState[shown].filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <div class="stack-small">
      <fieldset class="row images-filter" aria-label="Which images to list">
        {SHOWN.map(([id, title]) => (
          <button
            key={id}
            type="button"
            class="button button-small"
            aria-pressed={id === shown}
            onClick={() => setShown(id)}
          >
            {title} ({byState[id].length})
          </button>
        ))}
      </fieldset>
      {uploaded.length > 8 && (
        <input
          class="input"
          type="search"
          aria-label="Search images by name"
          placeholder="Search by name"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul class="plain-list image-rows" aria-label="Images">
        {found.slice(0, SHOWN_MAX).map((image) => (
          <ImageRow key={image.name} {...props} image={image} places={placesOf(image.name)} />
        ))}
      </ul>
      {found.length > SHOWN_MAX && <p class="small soft">and {found.length - SHOWN_MAX} more. Search for a name.</p>}
      {found.length === 0 && uploaded.length > 0 && <p class="small soft">No image matches.</p>}
    </div>
  );
}

type ImageRowProps = ImageListProps & { image: UploadedImage; places: readonly PlacedImage[] };

function ImageRow(props: ImageRowProps) {
  const { plan, image, places, configuration, coverage, placing, placingHelp, onPlace, onOpen } = props;
  const isPlacing = placing === image.name;
  const isOnMap = (place: PlacedImage) => place.configuration === null || place.configuration === configuration;
  return (
    <li
      class={isPlacing ? "image-row is-placing" : "image-row"}
      draggable
      onDragStart={(event) => event.dataTransfer?.setData(DRAGGED_IMAGE, image.name)}
    >
      <img src={image.previewUrl} alt="" loading="lazy" draggable={false} />
      <div>
        <p class="image-row-name">{image.name}</p>
        {places.length === 0 && <p class="small soft">{usesText(image)}</p>}
        {places.map((place) => (
          <p key={place.configuration} class="small soft">
            {coversInWords(plan, place.entries)}
            {place.configuration !== null && `, ${configurationName(plan, place.configuration)}`}
            {coverage !== null && isOnMap(place) && ` · shown at ${seats(coverage.shownAt(image.name))}`}
          </p>
        ))}
      </div>
      <div class="image-row-actions">
        {places.map((place) => (
          <button
            key={place.configuration}
            type="button"
            class="button button-small"
            aria-label={`Change ${image.name}`}
            onClick={() => onOpen(place)}
          >
            Change
          </button>
        ))}
        {places.length === 0 && (
          <button
            type="button"
            class="button button-small"
            aria-pressed={isPlacing}
            aria-label={`Place ${image.name}`}
            onClick={() => onPlace(image)}
          >
            Place
          </button>
        )}
      </div>
      {isPlacing && <div class="image-row-help">{placingHelp}</div>}
    </li>
  );
}

function usesText({ usedBy }: UploadedImage): string {
  return usedBy.some(({ kind }) => kind === "ad") ? "shown in an ad" : "not placed";
}

export function configurationName(plan: Plan, id: string): string {
  return plan.configurations.find((each) => each.id === id)?.name ?? id;
}

export function seats(count: number): string {
  return count === 1 ? "1 seat" : `${count.toLocaleString()} seats`;
}
