// The panel for images: where each was taken, and which seats it is for.
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Covers, coveredBy, coversInWords, isUnknown, writtenCovers } from "../../../layout-edits/image-covers";
import {
  cameraOf,
  coverSeats,
  type ImageRef,
  imagesIn,
  isSameImage,
  kindByShape,
  type PlacedImage,
  placeImage,
  removeImage,
  showImageIn,
} from "../../../layout-edits/image-edits";
import type { Plan, SeatIds } from "../../../plan/plan";
import { ProblemNotice } from "../../shell/problem-notice";
import { useRequest } from "../../shell/use-request";
import { useWatched } from "../../shell/watched";
import { useUploads } from "../../venues/use-uploads";
import { allImages } from "../../venues/venue-images";
import type { Ground } from "../canvas/canvas-tool";
import type { DesignerProps } from "../designer-props";
import { ImageEditor } from "./image-editor";
import { ImageOverview } from "./image-overview";
import { cameraAt, directionToFocus, nearestSeats, poseFor, sectionAt } from "./image-places";
import { type Brush, movedYawDeg } from "./image-tools";
import { useImageCanvas } from "./use-image-canvas";
import "./images-panel.css";
import { Confirm } from "../../../design/dialog";
import { ImageChoice } from "../../../layout-edits/image-choice";
import type { Designer } from "../designer";
import { coverageByRow, type SeatCoverage } from "./image-coverage";
import { seats } from "./image-list";
import { SeatChoice } from "./seat-choice";

const NO_SEATS: ReadonlySet<string> = new Set();
const FIRST_BRUSH: Brush = { unit: "seats", radiusM: 0.6, isAdding: true };

export function ImagesPanel({ designer, api, stored }: DesignerProps) {
  const { venueId } = stored.venue;
  const [plan, record] = [useWatched(designer.plan), useWatched(designer.record)];
  const configuration = useWatched(designer.configuration);
  const request = useRequest((signal) => allImages(api, venueId, signal), [venueId]);
  const sending = useUploads(api, venueId, request.reload);
  const [chosen, setChosen] = useState<ImageRef | null>(null);
  const [placing, setPlacing] = useState<string | null>(null);
  const [activity, setActivity] = useState<"place" | "paint" | null>(null);
  const [brush, setBrush] = useState(FIRST_BRUSH);
  const [showsCoverage, setShowsCoverage] = useState(true);
  const [target, setTarget] = useState(plan.configurations.length > 1 ? configuration : null);
  const [isRemoving, setRemoving] = useState(false);

  const uploaded = request.data?.data ?? null;
  const names = useMemo(() => (uploaded === null ? null : new Set(uploaded.map(({ name }) => name))), [uploaded]);
  const coverage = useCoverage(designer, names);
  const images = useMemo(() => imagesIn(record), [record.imagerySets]);
  const cameras = images.filter((image) => image.configuration === null || image.configuration === configuration);
  const image = (chosen !== null && images.find((each) => isSameImage(each, chosen))) || null;
  const covered = useMemo(() => (image === null ? NO_SEATS : coveredBy(plan, image.entries)), [plan, image]);
  const shownAt = image === null || coverage === null ? null : coverage.shownAt(image.object);

  const open = ({ object, configuration }: ImageRef) => {
    setChosen({ object, configuration });
    setPlacing(null);
  };
  const close = () => {
    setChosen(null);
    setActivity(null);
  };
  const cover = (covers: readonly Covers[], title: string) => {
    if (image === null || covers.length === 0) return;
    designer.edit(title, coverSeats(image, [...covers, ...image.entries.filter((each) => isUnknown(plan, each))]));
  };
  const place = (name: string, at: Ground, seat: SeatIds | null) => {
    const known = image?.object === name ? image : null;
    const ref = known ?? { object: name, configuration: target };
    const camera = cameraAt(plan, at, seat);
    const section = seat?.section ?? sectionAt(plan, at)?.id;
    const yawDeg = known === null ? directionToFocus(plan, camera).yawDeg : movedYawDeg(plan, known, camera);
    const file = uploaded?.find((each) => each.name === name) ?? { width: 2, height: 1 };
    const covers = known?.entries ?? [section === undefined ? {} : { section }];
    const pose = { ...known?.pose, ...camera, yawDeg };
    designer.edit(`Place ${name}`, placeImage(ref, known?.kind ?? kindByShape(file), pose, covers));
    setActivity(null);
    open(ref);
  };
  const showIn = (id: string | null) => {
    if (image === null) return;
    designer.edit(`Show ${image.object} in another configuration`, showImageIn(image, id));
    // The canvas shows the images of one configuration.
    if (id !== null) designer.configuration.set(id);
    open({ object: image.object, configuration: id });
  };
  useImageCanvas({
    designer,
    cameras,
    image,
    covered,
    coverage: showsCoverage || image !== null ? coverage : null,
    brush,
    activity: placing === null ? activity : "place",
    onPlace: (at, seat) => place(placing ?? image?.object ?? "", at, seat),
    onDrop: place,
    onSelect: open,
    onPainted: (painted) => cover(writtenCovers(plan, painted), "Paint the seats of an image"),
    onEnd: () => {
      setActivity(null);
      setPlacing(null);
    },
  });
  // The drawn view above the panel is from where the chosen camera stood.
  useEffect(() => {
    const camera = cameraOf(image?.pose ?? null);
    const [seat] = camera === null ? [] : nearestSeats(plan, camera, 1);
    if (seat !== undefined) designer.pinned.set({ section: seat.section, row: seat.row, seat: seat.seat });
  }, [image?.object, image?.pose?.x, image?.pose?.y]);

  return (
    <div class="card panel images-panel">
      <ProblemNotice problem={request.problem} onRetry={request.reload} />
      {image === null ? (
        <ImageOverview
          designer={designer}
          plan={plan}
          sending={sending}
          uploaded={uploaded}
          images={images}
          coverage={coverage}
          showsCoverage={showsCoverage}
          onShowsCoverage={setShowsCoverage}
          target={target}
          onTarget={setTarget}
          configuration={configuration}
          placing={placing}
          placingHelp={
            placing !== null && (
              <PlaceBySeat
                plan={plan}
                pinned={designer.pinned.value}
                onPlace={(at, seat) => place(placing, at, seat)}
                onCancel={() => setPlacing(null)}
              />
            )
          }
          onPlacing={setPlacing}
          onOpen={open}
        />
      ) : (
        <ImageEditor
          designer={designer}
          plan={plan}
          image={image}
          uploaded={uploaded?.find(({ name }) => name === image.object) ?? null}
          covered={covered}
          shownAt={shownAt}
          elsewhere={images.filter((each) => each.object === image.object && each !== image)}
          onConfiguration={showIn}
          brush={brush}
          activity={activity}
          onBrush={setBrush}
          onActivity={setActivity}
          onCovers={cover}
          onBack={close}
          onRemove={() => setRemoving(true)}
        />
      )}
      {isRemoving && image !== null && (
        <RemoveImageDialog
          plan={plan}
          image={image}
          shownAt={shownAt}
          onRemove={() => {
            setRemoving(false);
            close();
            designer.edit(`Remove ${image.object} from the map`, removeImage(image));
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}

type PlaceBySeatProps = {
  plan: Plan;
  pinned: SeatIds | null;
  onPlace: (at: { x: number; y: number }, seat: SeatIds | null) => void;
  onCancel: () => void;
};

/** Places an image by keyboard: at a seat that is chosen from lists, first at the one whose view is shown. */
function PlaceBySeat({ plan, pinned, onPlace, onCancel }: PlaceBySeatProps) {
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

type RemoveImageDialogProps = {
  plan: Plan;
  image: PlacedImage;
  shownAt: number | null;
  onRemove: () => void;
  onClose: () => void;
};

/** Asks before an image is taken off the map, and says which seats lose it. */
function RemoveImageDialog({ plan, image, shownAt, onRemove, onClose }: RemoveImageDialogProps) {
  return (
    <Confirm title="Remove this image from the map?" action="Remove" onConfirm={onRemove} onClose={onClose}>
      <p>
        <strong>{image.object}</strong> is for {coversInWords(plan, image.entries)}.{" "}
        {shownAt !== null && shownAt > 0 && losesText(shownAt)}
        {shownAt === 0 && "No seat is shown it at the moment."}
      </p>
      <p class="soft small">
        The file stays and can be placed again; “Imagery” deletes files. Buyers see the change when you publish.
      </p>
    </Confirm>
  );
}

function losesText(count: number): string {
  return `${seats(count)} ${count === 1 ? "loses" : "lose"} it. The next nearest image is then shown there, or the drawing.`;
}

const STEP_MS = 12;

/** Null until it has been worked out. The last one stays while the next is worked out. */
function useCoverage(designer: Designer, uploaded: ReadonlySet<string> | null): SeatCoverage | null {
  const [coverage, setCoverage] = useState<SeatCoverage | null>(null);
  const [plan, record] = [useWatched(designer.plan), useWatched(designer.settled)];
  const configuration = useWatched(designer.configuration);
  const sets = record.imagerySets;
  useEffect(() => {
    if (uploaded === null) return;
    const rows = coverageByRow(plan, new ImageChoice(plan, record, uploaded), configuration);
    let timer = setTimeout(step, 0);
    function step() {
      const until = performance.now() + STEP_MS;
      let next = rows.next();
      while (!next.done && performance.now() < until) {
        const last = next.value;
        next = rows.next();
        if (next.done) setCoverage(last);
      }
      if (!next.done) timer = setTimeout(step, 0);
    }
    return () => clearTimeout(timer);
  }, [plan, sets, uploaded, configuration]);
  return coverage;
}
