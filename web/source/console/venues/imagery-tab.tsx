// The imagery tab: the images of a venue, where they are used, and which are missing.
import type { Client } from "@seatpreview/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { TrashIcon, UploadIcon, WarningIcon } from "../../design/icons";
import { TextField } from "../shell/form-fields";
import { may, refusalOf } from "../shell/permissions";
import { Permitted } from "../shell/permitted";
import { ProblemNotice } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import { useRequest } from "../shell/use-request";
import { DeleteImageDialog } from "./delete-image-dialog";
import { ChooseFiles, FileDrop } from "./file-drop";
import type { StoredVenue } from "./record";
import { UploadList } from "./upload-list";
import { bytesText, imageName, withNames } from "./uploads";
import { useUploads } from "./use-uploads";
import { allImages, type UploadedImage } from "./venue-images";

/** What can refer to an image, as its badge says it. */
const USES: Record<UploadedImage["usedBy"][number]["kind"], string> = { ad: "ad", imagerySet: "set" };

export function ImageryTab(props: { api: Client; caller: CallerInfo; stored: StoredVenue }) {
  const { api, caller } = props;
  const { venue } = props.stored;
  const refusal = refusalOf(caller, "putImage", { venue });
  const mayDelete = may(caller, "deleteImage", { venue });
  const request = useRequest((signal) => allImages(api, venue.venueId, signal), [venue.venueId, venue.version]);
  const [imageToDelete, setImageToDelete] = useState<UploadedImage | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const images = request.data?.data ?? [];
  const missing = request.data?.missing ?? [];
  return (
    <div class="stack">
      <Permitted refusal={refusal}>
        <ImageUpload
          api={api}
          venueId={venue.venueId}
          wanted={wanted}
          onWanted={() => setWanted(null)}
          onDone={request.reload}
        />
      </Permitted>
      {refusal === null && images.length > 0 && (
        <p class="small">
          <a href={`#/venues/${venue.venueId}/design/images`}>Say where each image was taken, and for which seats</a>{" "}
          <span class="soft">in the designer. Here are the files.</span>
        </p>
      )}
      <ProblemNotice problem={request.problem} onRetry={request.reload} />
      {missing.length > 0 && (
        <div class="note note-warn">
          <WarningIcon />
          <div class="stack-small">
            <p>
              The record refers to {missing.length === 1 ? "an image" : `${missing.length} images`} that nobody has
              uploaded:
            </p>
            <ul class="plain-list">
              {missing.slice(0, 20).map((name) => (
                <li key={name} class="row">
                  <code>{name}</code>
                  {refusal === null && (
                    <button type="button" class="button button-small" onClick={() => setWanted(name)}>
                      <UploadIcon /> Upload
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {missing.length > 20 && <p class="small">and {missing.length - 20} more.</p>}
          </div>
        </div>
      )}
      {request.data === undefined && request.problem === undefined && (
        <div class="ghost venues-ghost" aria-hidden="true" />
      )}
      {request.data !== undefined && images.length === 0 && (
        <div class="card empty">
          <h2>No images yet</h2>
          <p>
            Seats are shown as a drawing from the layout's geometry until there are.
            {refusal === null && " Upload panoramas or photos, then say in the designer which seats they are for."}
          </p>
        </div>
      )}
      <ul class="image-grid" aria-label="Images">
        {images.map((image) => (
          <ImageCard key={image.name} image={image} onDelete={mayDelete ? () => setImageToDelete(image) : null} />
        ))}
      </ul>
      {imageToDelete !== null && (
        <DeleteImageDialog
          api={api}
          venueId={venue.venueId}
          name={imageToDelete.name}
          onClose={() => setImageToDelete(null)}
          onDeleted={() => {
            setImageToDelete(null);
            request.reload();
          }}
        />
      )}
    </div>
  );
}

function ImageCard({ image, onDelete }: { image: UploadedImage; onDelete: (() => void) | null }) {
  return (
    <li class="card image-card">
      <a href={image.url} target="_blank" rel="noreferrer" class="image-link">
        <img src={image.previewUrl} alt={`Preview of ${image.name}`} loading="lazy" />
      </a>
      <div class="image-about">
        <p class="image-name">
          <code>{image.name}</code>
        </p>
        <p class="soft small">
          {image.width} × {image.height} · {bytesText(image.sizeBytes)}
          {image.tiles === null ? "" : ` · ${image.tiles.columns * image.tiles.rows} tiles`}
        </p>
        <p class="row small">
          {image.usedBy.length === 0 && <span class="badge badge-warn">unused</span>}
          {image.usedBy.map((use) => (
            <span key={`${use.kind}/${use.id}`} class="badge badge-accent">
              {USES[use.kind]} {use.id}
            </span>
          ))}
          {onDelete !== null && (
            <button
              type="button"
              class="button button-small button-quiet image-delete"
              aria-label={`Delete ${image.name}`}
              onClick={onDelete}
            >
              <TrashIcon />
            </button>
          )}
        </p>
      </div>
    </li>
  );
}

/** The upload of images, chosen or dropped. They are uploaded one after the other, and each shows its result. */
function ImageUpload(props: {
  api: Client;
  venueId: string;
  /** The name of a missing image, which the next chosen file gets. */
  wanted: string | null;
  onWanted: () => void;
  onDone: () => void;
}) {
  const { api, venueId, wanted, onWanted, onDone } = props;
  const [folder, setFolder] = useState("");
  const sending = useUploads(api, venueId, onDone);
  const picker = useRef<HTMLInputElement>(null);
  const asWanted = useRef<string | null>(null);

  useEffect(() => {
    if (wanted === null) return;
    asWanted.current = wanted;
    picker.current?.click();
    onWanted();
  }, [wanted]);

  const send = (files: File[]) => {
    const waiting = withNames(files, (file) => asWanted.current ?? imageName(folder, file.name));
    asWanted.current = null;
    void sending.send(waiting);
  };

  return (
    <FileDrop isDisabled={sending.isBusy} onFiles={send}>
      <div class="drop-row">
        <TextField
          label="Folder"
          help="Put before the file's own name: “north/” makes north/row-a.jpg."
          isOptional
          isMono
          value={folder}
          onValue={setFolder}
        />
        <ChooseFiles picker={picker} isDisabled={sending.isBusy} onFiles={send} />
      </div>
      <p class="soft small">
        Or drop files here. JPEG, PNG, WebP or AVIF; a panorama is twice as wide as high. Location data is removed from
        it.
      </p>
      <UploadList uploads={sending.uploads} onRetry={() => void sending.retry()} onCancel={sending.cancel} />
    </FileDrop>
  );
}
