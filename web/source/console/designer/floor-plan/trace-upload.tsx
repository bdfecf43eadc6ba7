// Chooses the file of a floor plan, makes a picture of it where it is a drawing, and uploads that.

import { useState } from "preact/hooks";
import { ErrorIcon, UploadIcon } from "../../../design/icons";
import type { Plan } from "../../../plan/plan";
import { allSeats } from "../../../plan/positions";
import { uploadText } from "../../shell/problem-text";
import { toApiProblem } from "../../shell/use-request";
import { FileDrop } from "../../venues/file-drop";
import { bytesText } from "../../venues/uploads";
import type { Ground } from "../canvas/canvas-tool";
import type { Designer } from "../designer";
import type { FloorPlan } from "./floor-plan";
import { ACCEPTED, pictureOf, RefusedFile } from "./floor-plan-file";
import { extentOf, firstPlacement, type Size } from "./floor-plan-placement";

type Progress = { kind: "idle" } | { kind: "reading" } | { kind: "sending"; sentBytes: number; totalBytes: number };

export function TraceUpload(props: { designer: Designer; floorPlan: FloorPlan; isReplacing?: boolean }) {
  const { designer, floorPlan, isReplacing = false } = props;
  const [progress, setProgress] = useState<Progress>({ kind: "idle" });
  const [fault, setFault] = useState("");
  const isBusy = progress.kind !== "idle";

  /** Lays a picture that has no place yet, and shows it. */
  const place = (size: Size) => {
    const placement = firstPlacement(size, placesOf(designer.plan.value));
    designer.shown.set(extentOf(placement, size));
    return placement;
  };
  const send = async (file: File) => {
    setFault("");
    setProgress({ kind: "reading" });
    try {
      const picture = await pictureOf(file);
      const showSent = (sentBytes: number) => setProgress({ kind: "sending", sentBytes, totalBytes: picture.size });
      showSent(0);
      await floorPlan.upload(picture, place, showSent);
    } catch (failure) {
      setFault(failure instanceof RefusedFile ? failure.message : uploadText(toApiProblem(failure)));
    } finally {
      setProgress({ kind: "idle" });
    }
  };

  return (
    <FileDrop class="trace-drop" isDisabled={isBusy} onFiles={([file]) => file !== undefined && void send(file)}>
      <label class={isReplacing ? "button button-small drop-choose" : "button button-primary drop-choose"}>
        <UploadIcon /> {isReplacing ? "Choose another file" : "Choose a floor plan"}
        <input
          type="file"
          class="visually-hidden"
          accept={ACCEPTED}
          disabled={isBusy}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (file !== undefined) void send(file);
          }}
        />
      </label>
      <p class="soft small">Or drop it here: PNG, JPEG, WebP, AVIF, SVG, or a PDF, of which the first page is taken.</p>
      <div role="status">
        <UploadProgress progress={progress} />
      </div>
      {fault !== "" && (
        <div class="note note-danger" role="alert">
          <ErrorIcon />
          <p>{fault}</p>
        </div>
      )}
    </FileDrop>
  );
}

function UploadProgress({ progress }: { progress: Progress }) {
  if (progress.kind === "idle") return null;
  if (progress.kind === "reading") return <p class="small">Reading the file …</p>;
  const { sentBytes, totalBytes } = progress;
  return (
    <div class="stack-small small">
      <progress value={sentBytes} max={totalBytes} aria-label="Upload" />
      <p>
        {sentBytes < totalBytes
          ? `${bytesText(sentBytes)} of ${bytesText(totalBytes)} sent`
          : "The service checks the picture …"}
      </p>
    </div>
  );
}

/** Where the seats are that are drawn already, and what people look at. Empty if there are no seats. */
function placesOf(plan: Plan): Ground[] {
  const { count, positions } = allSeats(plan);
  const seats = Array.from({ length: count }, (_, index) => ({
    x: positions[3 * index]!,
    y: positions[3 * index + 1]!,
  }));
  return count === 0 ? [] : [...seats, plan.focus];
}
