// The upload of images, chosen or dropped. They are uploaded one after the other, and each shows its result.

import type { Client } from "@seatpreview/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { TextField } from "../shell/form-fields";
import { ChooseFiles, FileDrop } from "./file-drop";
import { UploadList } from "./upload-list";
import { imageName, withNames } from "./uploads";
import { useUploads } from "./use-uploads";

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
