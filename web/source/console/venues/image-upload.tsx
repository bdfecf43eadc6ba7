// The upload of images, chosen or dropped. They are uploaded one after the other, and each shows its result.

import type { Client } from "@seatpreview/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { CheckIcon, ErrorIcon, UploadIcon } from "../../design/icons";
import { TextField } from "../shell/form-fields";
import { uploadText } from "../shell/problem-text";
import { ScrollRegion } from "../shell/scroll-region";
import { toApiProblem } from "../shell/use-request";
import { failedOf, summaryOf, summaryText, type Upload, type UploadSummary, withNames } from "./uploads";

export function ImageUpload(props: {
  api: Client;
  venueId: string;
  /** The name of a missing image, which the next chosen file gets. */
  wanted: string | null;
  onWanted: () => void;
  onDone: () => void;
}) {
  const { api, venueId, wanted, onWanted, onDone } = props;
  const [folder, setFolder] = useState("");
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const asWanted = useRef<string | null>(null);
  const isBusy = uploads.length > 0 && summaryOf(uploads) === null;

  useEffect(() => {
    if (wanted === null) return;
    asWanted.current = wanted;
    picker.current?.click();
    onWanted();
  }, [wanted]);

  const mark = (name: string, state: Upload["state"], detail = "") =>
    setUploads((before) => before.map((upload) => (upload.name === name ? { ...upload, state, detail } : upload)));

  const sendAll = async (waiting: readonly Upload[]) => {
    for (const { name, file } of waiting) {
      mark(name, "uploading");
      try {
        await api.imagery.put(venueId, name, file, {
          onProgress: ({ sentBytes, totalBytes }) => mark(name, "uploading", percentText(sentBytes, totalBytes)),
        });
        mark(name, "done");
      } catch (failure) {
        mark(name, "failed", uploadText(toApiProblem(failure)));
      }
    }
    onDone();
  };
  const send = (files: File[]) => {
    const waiting = withNames(files, (file) => asWanted.current ?? imageName(folder, file.name));
    asWanted.current = null;
    setUploads(waiting);
    void sendAll(waiting);
  };
  const retry = () => {
    const failed = failedOf(uploads);
    for (const { name } of failed) mark(name, "waiting");
    void sendAll(failed);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button below does the same.
    <div
      class={isOver ? "card panel drop is-over" : "card panel drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!isBusy) send([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <div class="drop-row">
        <TextField
          label="Folder"
          help="Put before the file's own name: “north/” makes north/row-a.jpg."
          isOptional
          isMono
          value={folder}
          onValue={setFolder}
        />
        <label class="button button-primary drop-choose">
          <UploadIcon /> Choose images
          <input
            ref={picker}
            type="file"
            class="visually-hidden"
            disabled={isBusy}
            multiple
            accept="image/jpeg,image/png,image/webp,image/avif"
            onChange={(event) => {
              const files = [...(event.currentTarget.files ?? [])];
              event.currentTarget.value = "";
              if (files.length > 0) send(files);
            }}
          />
        </label>
      </div>
      <p class="soft small">
        Or drop files here. JPEG, PNG, WebP or AVIF; a panorama is twice as wide as high. Location data is removed from
        it.
      </p>
      {uploads.length > 0 && <UploadList uploads={uploads} onRetry={retry} />}
    </div>
  );
}

function UploadList({ uploads, onRetry }: { uploads: Upload[]; onRetry: () => void }) {
  const summary = summaryOf(uploads);
  const done = uploads.filter((upload) => upload.state === "done" || upload.state === "failed").length;
  return (
    <>
      {summary === null && (
        <progress value={done} max={uploads.length} aria-label={`${done} of ${uploads.length} images`} />
      )}
      <div role="status">{summary !== null && <Summary summary={summary} onRetry={onRetry} />}</div>
      <ScrollRegion label="Files" class="upload-list">
        <ul class="plain-list">
          {uploads.map((upload) => (
            <li key={upload.name} class="row">
              {upload.state === "done" && <CheckIcon label="Uploaded" />}
              {upload.state === "failed" && <ErrorIcon label="Failed" />}
              <code>{upload.name}</code>
              <span class="small soft">{STATES[upload.state]}</span>
              {upload.detail !== "" && <span class="small upload-fault">{upload.detail}</span>}
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </>
  );
}

/** What became of the files. Those that failed can be sent again. */
function Summary({ summary, onRetry }: { summary: UploadSummary; onRetry: () => void }) {
  return (
    <div class={summary.failed === 0 ? "note note-good" : "note note-danger"}>
      {summary.failed === 0 ? <CheckIcon /> : <ErrorIcon />}
      <div class="stack-small">
        <p>
          <strong>{summaryText(summary)}</strong>
        </p>
        {summary.reasons.map(({ reason, names }) => (
          <p key={reason} class="small">
            {names.length > 1 && `${names.length} files: `}
            {reason}
          </p>
        ))}
        {summary.failed > 0 && (
          <p>
            <button type="button" class="button button-small" onClick={onRetry}>
              {summary.failed === 1 ? "Try it again" : `Try the ${summary.failed} again`}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

function percentText(sentBytes: number, totalBytes: number | null): string {
  return totalBytes ? `${Math.floor((100 * sentBytes) / totalBytes)} %` : "";
}

/** Makes a valid image name. Characters that the service would refuse become dashes. */
export function imageName(folder: string, file: string): string {
  const plain = file
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "");
  const parts = folder
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return [...parts, plain || "image"].join("/");
}

const STATES = { waiting: "waiting", uploading: "uploading …", done: "uploaded", failed: "" };
