// Turns an image until a marker in it meets the focus: a panorama is dragged below the marker, in a photo the place of
// the focus is clicked on. Arrow keys do the same.
import { useRef } from "preact/hooks";
import type { ImageKind } from "../../../layout-edits/image-edits";
import {
  type Direction,
  draggedYawDeg,
  inPanorama,
  inPhoto,
  PHOTO_DEG,
  photoDirection,
  STRIP_DEG,
} from "./picture-angles";

type ImageDirectionProps = {
  url: string;
  kind: ImageKind;
  /** Width by height. */
  aspect: number;
  middle: Direction;
  focus: Direction;
  focusName: string;
  /** Called while the image is turned. */
  onTurn: (middle: Direction) => void;
  onSettle: () => void;
  onCancel: () => void;
};

const STEPS_DEG: Record<string, Direction> = {
  ArrowLeft: { yawDeg: -1, pitchDeg: 0 },
  ArrowRight: { yawDeg: 1, pitchDeg: 0 },
  ArrowUp: { yawDeg: 0, pitchDeg: 1 },
  ArrowDown: { yawDeg: 0, pitchDeg: -1 },
};

export function ImageDirection(props: ImageDirectionProps) {
  const { url, kind, aspect, middle, focus, focusName, onTurn, onSettle, onCancel } = props;
  const isPhoto = kind === "photo";
  const held = useRef<{ x: number; yawDeg: number } | null>(null);

  const down = (event: PointerEvent) => {
    const box = boxOf(event);
    if (isPhoto) {
      onTurn(photoDirection(placeIn(box, event), focus, aspect));
      onSettle();
      return;
    }
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    held.current = { x: event.clientX, yawDeg: middle.yawDeg };
  };
  const move = (event: PointerEvent) => {
    if (held.current === null) return;
    const part = (event.clientX - held.current.x) / boxOf(event).width;
    onTurn({ ...middle, yawDeg: draggedYawDeg(held.current.yawDeg, part) });
  };
  const up = () => {
    if (held.current !== null) onSettle();
    held.current = null;
  };
  const cancel = () => {
    held.current = null;
    onCancel();
  };
  const key = (event: KeyboardEvent) => {
    const step = STEPS_DEG[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    onTurn({ yawDeg: middle.yawDeg + step.yawDeg * far, pitchDeg: middle.pitchDeg + step.pitchDeg * far });
    onSettle();
  };
  const style = isPhoto ? photoStyle(url, aspect) : stripStyle(url, middle, focus);
  const mark = isPhoto ? inPhoto(middle, focus, aspect) : { x: 0.5, y: 0.5 };
  return (
    <div
      class={isPhoto ? "image-direction is-photo" : "image-direction"}
      role="slider"
      tabIndex={0}
      aria-label={`Where ${focusName} is in the image`}
      aria-valuemin={-180}
      aria-valuemax={180}
      aria-valuenow={Math.round(middle.yawDeg)}
      aria-valuetext={`The middle of the image looks to ${Math.round(middle.yawDeg)} degrees`}
      style={style}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={cancel}
      onKeyDown={key}
    >
      {isWithin(mark) && (
        <span
          class="image-direction-mark"
          aria-hidden="true"
          style={{ left: `${mark.x * 100}%`, top: `${mark.y * 100}%` }}
        />
      )}
    </div>
  );
}

/** What to do, in words. */
export function directionHelp(kind: ImageKind, focusName: string): string {
  if (kind === "photo")
    return `Click in the photo on the middle of ${focusName}. It is taken to be ${PHOTO_DEG}° wide.`;
  return `Drag the image sideways until the mark is on the middle of ${focusName}.`;
}

/** The strip shows a part of the panorama, in the middle of which the focus should be. */
function stripStyle(url: string, middle: Direction, focus: Direction): Record<string, string> {
  const at = inPanorama(middle, focus);
  const wide = 360 / STRIP_DEG;
  // A percentage of a background's position counts the free space, which is negative here.
  const left = (0.5 - at.x * wide) / (1 - wide);
  return {
    backgroundImage: `url("${url}")`,
    backgroundSize: `${wide * 100}% auto`,
    backgroundPositionX: `${left * 100}%`,
    backgroundPositionY: `${verticalPart(at.y, wide) * 100}%`,
  };
}

/** The strip is half as high as wide; the whole panorama is `wide` times that. */
function verticalPart(y: number, wide: number): number {
  return Math.min(1, Math.max(0, (0.5 - y * wide) / (1 - wide)));
}

function photoStyle(url: string, aspect: number): Record<string, string> {
  return { backgroundImage: `url("${url}")`, backgroundSize: "100% 100%", aspectRatio: String(aspect) };
}

function boxOf(event: PointerEvent): DOMRect {
  return (event.currentTarget as HTMLElement).getBoundingClientRect();
}

function placeIn(box: DOMRect, { clientX, clientY }: PointerEvent): { x: number; y: number } {
  return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
}

function isWithin({ x, y }: { x: number; y: number }): boolean {
  return x >= 0 && x <= 1 && y >= 0 && y <= 1;
}
