// Uploads images of a venue, one after the other, with the bytes that were sent. It can be cancelled and tried
// again, and goes on when its screen is left.
import type { Client } from "@seatpreview/client";
import { useRef, useState } from "preact/hooks";
import { uploadText } from "../shell/problem-text";
import { toApiProblem } from "../shell/use-request";
import { isOpen, type Upload, unsentOf } from "./uploads";
import type { UploadedImage } from "./venue-images";

export type Uploads = {
  uploads: readonly Upload[];
  isBusy: boolean;
  /** Sends files. Returns the images that the service took, by name, once all are done. */
  send: (waiting: readonly Upload[]) => Promise<UploadedImage[]>;
  /** Sends again what failed or was cancelled. */
  retry: () => Promise<UploadedImage[]>;
  /** Ends the one that is being sent, and sends none of the others. */
  cancel: () => void;
  clear: () => void;
};

export function useUploads(api: Client, venueId: string, onDone: () => void): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const control = useRef<AbortController | null>(null);

  const mark = (name: string, change: Partial<Upload>) =>
    setUploads((before) => before.map((upload) => (upload.name === name ? { ...upload, ...change } : upload)));

  const sendOne = async ({ name, file }: Upload, signal: AbortSignal): Promise<UploadedImage | null> => {
    if (signal.aborted) return null;
    mark(name, { state: "uploading", sentBytes: 0, detail: "" });
    try {
      const onProgress = ({ sentBytes }: { sentBytes: number }) => mark(name, { sentBytes });
      const image = await api.imagery.put(venueId, name, file, { onProgress, signal });
      mark(name, { state: "done" });
      return image;
    } catch (failure) {
      if (!signal.aborted) mark(name, { state: "failed", detail: uploadText(toApiProblem(failure)) });
      return null;
    }
  };
  const sendAll = async (waiting: readonly Upload[]): Promise<UploadedImage[]> => {
    const current = new AbortController();
    control.current = current;
    const taken: UploadedImage[] = [];
    for (const upload of waiting) {
      const image = await sendOne(upload, current.signal);
      if (image !== null) taken.push(image);
    }
    if (control.current === current) control.current = null;
    onDone();
    return taken;
  };

  return {
    uploads,
    isBusy: uploads.some(isOpen),
    send: (waiting) => {
      setUploads(waiting);
      return sendAll(waiting);
    },
    retry: () => {
      const again = unsentOf(uploads);
      for (const { name } of again) mark(name, { state: "waiting", sentBytes: 0, detail: "" });
      return sendAll(again);
    },
    cancel: () => {
      control.current?.abort();
      setUploads((before) => before.map((upload) => (isOpen(upload) ? { ...upload, state: "cancelled" } : upload)));
    },
    clear: () => setUploads([]),
  };
}
