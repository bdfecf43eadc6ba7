// One image on the map: which seats it is for, where it was taken, and where it looks.

import { useEffect, useId, useState } from "preact/hooks";
import { BackIcon, TrashIcon } from "../../../design/icons";
import type { Covered, Covers } from "../../../layout-edits/image-covers";
import {
  type CameraPlace,
  cameraOf,
  type ImageRef,
  moveImage,
  normalizedDeg,
  type PlacedImage,
  turnImage,
} from "../../../layout-edits/image-edits";
import { inTurn } from "../../../layout-edits/record-edit";
import type { Plan } from "../../../plan/plan";
import { SelectField } from "../../shell/form-fields";
import type { UploadedImage } from "../../venues/venue-images";
import type { Designer } from "../designer";
import { directionHelp, ImageDirection } from "./image-direction";
import { configurationName } from "./image-list";
import { directionToFocus } from "./image-places";
import { ImageSeats } from "./image-seats";
import { type Brush, movedYawDeg } from "./image-tools";

type ImageEditorProps = {
  designer: Designer;
  plan: Plan;
  image: PlacedImage;
  uploaded: UploadedImage | null;
  covered: Covered;
  shownAt: number | null;
  /** The same image in other configurations. */
  elsewhere: readonly ImageRef[];
  onConfiguration: (configuration: string | null) => void;
  brush: Brush;
  activity: "place" | "paint" | null;
  onBrush: (brush: Brush) => void;
  onActivity: (activity: "place" | "paint" | null) => void;
  onCovers: (covers: readonly Covers[], title: string) => void;
  onBack: () => void;
  onRemove: () => void;
};

export function ImageEditor(props: ImageEditorProps) {
  const { image, uploaded, activity, onActivity, onBack, onRemove } = props;
  return (
    <div class="stack">
      <div class="row image-editor-head">
        <button type="button" class="button button-small" onClick={onBack}>
          <BackIcon /> All images
        </button>
        <button type="button" class="button button-small button-quiet" onClick={onRemove}>
          <TrashIcon /> Remove from the map
        </button>
      </div>
      <div>
        <h2 class="image-row-name">{image.object}</h2>
        <p class="small soft">
          {image.kind === "panorama" ? "Panorama" : image.kind === "photo" ? "Photo" : "Drawing"}
          {uploaded === null && ". Nobody has uploaded this file yet."}
        </p>
      </div>
      <ShownIn {...props} />
      <ImageSeats
        {...props}
        isPainting={activity === "paint"}
        onPainting={(isPainting) => onActivity(isPainting ? "paint" : null)}
      />
      <WhereItLooks {...props} />
      <WhereTaken {...props} />
    </div>
  );
}

/** The configuration that an image is for. Those in which the record has it already are not offered. */
function ShownIn({ plan, image, elsewhere, onConfiguration }: ImageEditorProps) {
  const isTaken = (id: string | null) => elsewhere.some(({ configuration }) => configuration === id);
  const written = image.configuration === null ? [] : [{ id: image.configuration }];
  const ids = [...new Set([...plan.configurations, ...written].map(({ id }) => id))].filter((id) => !isTaken(id));
  if (ids.length === 0) return null;
  return (
    <SelectField
      label="Shown in"
      value={image.configuration ?? ""}
      choices={[
        ...(isTaken(null) ? [] : [{ value: "", text: "every configuration" }]),
        ...ids.map((id) => ({ value: id, text: configurationName(plan, id) })),
      ]}
      onValue={(id) => onConfiguration(id === "" ? null : id)}
    />
  );
}

function WhereTaken({ designer, plan, image, activity, onActivity }: ImageEditorProps) {
  const camera = cameraOf(image.pose);
  const move = (to: CameraPlace) =>
    designer.edit(
      "Move a camera",
      inTurn(moveImage(image, to), turnImage(image, { yawDeg: movedYawDeg(plan, image, to) })),
    );
  return (
    <section class="stack-small" aria-label="Where it was taken">
      <h3>Where it was taken</h3>
      {camera !== null && (
        <div class="image-numbers">
          <NumberInput label="East, m" value={camera.x} onValue={(x) => move({ ...camera, x })} />
          <NumberInput label="North, m" value={camera.y} onValue={(y) => move({ ...camera, y })} />
          <NumberInput label="Height, m" value={camera.z} onValue={(z) => move({ ...camera, z })} />
        </div>
      )}
      <div class="row">
        <button
          type="button"
          class="button button-small"
          aria-pressed={activity === "place"}
          onClick={() => onActivity(activity === "place" ? null : "place")}
        >
          {camera === null ? "Say where on the map" : "Move on the map"}
        </button>
        {activity === "place" && <span class="small soft">Click where the camera stood. Escape ends it.</span>}
      </div>
    </section>
  );
}

function WhereItLooks({ designer, plan, image, uploaded }: ImageEditorProps) {
  const camera = cameraOf(image.pose);
  if (camera === null) return null;
  const focus = directionToFocus(plan, camera);
  const middle = { yawDeg: image.pose?.yawDeg ?? 0, pitchDeg: image.pose?.pitchDeg ?? 0 };
  const name = plan.focus.name === null ? "the stage" : `“${plan.focus.name}”`;
  const edit = (direction: { yawDeg?: number; pitchDeg?: number }) =>
    designer.edit("Turn an image", turnImage(image, direction));
  const awayDeg = Math.abs(normalizedDeg(focus.yawDeg - middle.yawDeg));
  return (
    <section class="stack-small" aria-label="Where it looks">
      <h3>Where it looks</h3>
      {uploaded !== null && (
        <>
          <p class="small soft">
            {directionHelp(image.kind, name)} Compare with the drawn view above, which is from the nearest seat.
          </p>
          <ImageDirection
            url={uploaded.previewUrl}
            kind={image.kind}
            aspect={uploaded.width / uploaded.height}
            middle={middle}
            focus={focus}
            focusName={name}
            onTurn={(turned) => designer.show(turnImage(image, pitched(turned, image)))}
            onSettle={() => designer.settle("Turn an image")}
            onCancel={() => designer.cancel()}
          />
        </>
      )}
      <div class="image-numbers">
        <NumberInput label="Direction, °" value={middle.yawDeg} onValue={(yawDeg) => edit({ yawDeg })} />
        <NumberInput label="Tilt, °" value={middle.pitchDeg} onValue={(pitchDeg) => edit({ pitchDeg })} />
      </div>
      <div class="row">
        <button
          type="button"
          class="button button-small"
          disabled={awayDeg < 0.1}
          onClick={() => edit({ yawDeg: focus.yawDeg })}
        >
          It looks straight at {name}
        </button>
      </div>
      <p class="small soft">0° is up on the map, 90° to the right. A camera on a level tripod has a tilt of 0.</p>
    </section>
  );
}

/** A tilt that nobody has set is not written. */
function pitched({ yawDeg, pitchDeg }: { yawDeg: number; pitchDeg: number }, { pose }: PlacedImage) {
  return pitchDeg === 0 && pose?.pitchDeg === undefined ? { yawDeg } : { yawDeg, pitchDeg };
}

type NumberInputProps = { label: string; value: number; step?: number; onValue: (value: number) => void };

/** A small field for a number, which is taken over when the field is left or Enter is pressed. */
function NumberInput({ label, value, step = 0.1, onValue }: NumberInputProps) {
  const id = useId();
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const take = () => {
    const written = Number(text.replace(",", "."));
    if (text.trim() === "" || !Number.isFinite(written)) setText(String(value));
    else if (written !== value) onValue(written);
  };
  return (
    <div class="field">
      <label class="field-label small" for={id}>
        {label}
      </label>
      <input
        id={id}
        class="input"
        type="number"
        step={step}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={take}
        onBlur={take}
      />
    </div>
  );
}
