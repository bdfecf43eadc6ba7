// The files of an upload: the bytes of each and of all, what became of them, and buttons to cancel and to try again.
import { CheckIcon, ErrorIcon, InfoIcon } from "../../design/icons";
import { ScrollRegion } from "../shell/scroll-region";
import { bytesOf, bytesText, sentBytesOf, summaryOf, summaryText, type Upload, type UploadSummary } from "./uploads";
import "./upload-list.css";

type UploadListProps = { uploads: readonly Upload[]; onRetry: () => void; onCancel: () => void };

export function UploadList({ uploads, onRetry, onCancel }: UploadListProps) {
  const summary = summaryOf(uploads);
  if (uploads.length === 0) return null;
  return (
    <div class="uploads stack-small">
      {summary === null && <Total uploads={uploads} onCancel={onCancel} />}
      <div role="status">{summary !== null && <Summary summary={summary} onRetry={onRetry} />}</div>
      <ScrollRegion label="Files" class="upload-list">
        <ul class="plain-list">
          {uploads.map((upload) => (
            <FileOfUpload key={upload.name} upload={upload} />
          ))}
        </ul>
      </ScrollRegion>
    </div>
  );
}

function Total({ uploads, onCancel }: { uploads: readonly Upload[]; onCancel: () => void }) {
  const { sent, total } = bytesOf(uploads);
  const done = uploads.filter(({ state }) => state === "done").length;
  const text = `${bytesText(sent)} of ${bytesText(total)}`;
  return (
    <>
      <progress value={sent} max={Math.max(1, total)} aria-label="All files" aria-valuetext={text} />
      <p class="row small uploads-total">
        <span>
          {text} · {done} of {uploads.length} {uploads.length === 1 ? "image" : "images"}
        </span>
        <button type="button" class="button button-small" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </>
  );
}

function FileOfUpload({ upload }: { upload: Upload }) {
  const { name, state, file, detail } = upload;
  const sent = sentBytesOf(upload);
  return (
    <li class="row">
      {state === "done" && <CheckIcon label="Uploaded" />}
      {state === "failed" && <ErrorIcon label="Failed" />}
      <code>{name}</code>
      {state === "uploading" && <progress value={sent} max={Math.max(1, file.size)} aria-label={name} />}
      <span class="small soft">{stateText(state, sent, file.size)}</span>
      {detail !== "" && <span class="small upload-fault">{detail}</span>}
    </li>
  );
}

function stateText(state: Upload["state"], sent: number, total: number): string {
  if (state === "waiting") return `waiting, ${bytesText(total)}`;
  if (state === "done") return bytesText(total);
  if (state !== "uploading") return state === "cancelled" ? "cancelled" : "";
  return sent >= total ? "sent, being checked …" : `${bytesText(sent)} of ${bytesText(total)}`;
}

/** What became of the files. Those that were not taken can be sent again. */
function Summary({ summary, onRetry }: { summary: UploadSummary; onRetry: () => void }) {
  const unsent = summary.failed + summary.cancelled;
  const look = summary.failed > 0 ? "note-danger" : summary.cancelled > 0 ? "note-warn" : "note-good";
  return (
    <div class={`note ${look}`}>
      {summary.failed > 0 ? <ErrorIcon /> : unsent > 0 ? <InfoIcon /> : <CheckIcon />}
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
        {unsent > 0 && (
          <p>
            <button type="button" class="button button-small" onClick={onRetry}>
              {unsent === 1 ? "Try it again" : `Try the ${unsent} again`}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
