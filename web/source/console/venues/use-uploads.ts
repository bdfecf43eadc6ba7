// Uploads images of a venue, one after the other, with the bytes that were sent. An upload goes on when its screen is left, and
// whoever comes back finds how far it is.
import type { Client } from "@seatpreview/client";
import { useEffect } from "preact/hooks";
import { uploadText } from "../shell/problem-text";
import { toApiProblem } from "../shell/use-request";
import { useWatched, Watched } from "../shell/watched";
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
};

/** The uploads of a venue. `onDone` is called whenever all files of one are done. */
export function useUploads(api: Client, venueId: string, onDone: () => void): Uploads {
  const uploading = uploadingOf(api, venueId);
  const uploads = useWatched(uploading.uploads);
  useEffect(() => uploading.ended.watch(onDone), [uploading]);
  // What is done was seen, and is not shown again.
  useEffect(() => () => uploading.forgetEnded(), [uploading]);
  return {
    uploads,
    isBusy: uploads.some(isOpen),
    send: (waiting) => uploading.send(waiting),
    retry: () => uploading.retry(),
    cancel: () => uploading.cancel(),
  };
}

/** By client, and then by venue: those with an upload that somebody may come back to. */
const known = new WeakMap<Client, Map<string, Uploading>>();

function uploadingOf(api: Client, venueId: string): Uploading {
  const ofClient = known.get(api) ?? new Map<string, Uploading>();
  known.set(api, ofClient);
  const uploading = ofClient.get(venueId) ?? new Uploading(api, venueId, () => ofClient.delete(venueId));
  ofClient.set(venueId, uploading);
  return uploading;
}

class Uploading {
  readonly uploads = new Watched<readonly Upload[]>([]);
  /** Counts how often all files were done. */
  readonly ended = new Watched(0);
  private control: AbortController | null = null;

  constructor(
    private readonly api: Client,
    private readonly venueId: string,
    private readonly onForgotten: () => void,
  ) {}

  send(waiting: readonly Upload[]): Promise<UploadedImage[]> {
    this.uploads.set(waiting);
    return this.sendAll(waiting);
  }

  retry(): Promise<UploadedImage[]> {
    const again = unsentOf(this.uploads.value);
    for (const { name } of again) this.mark(name, { state: "waiting", sentBytes: 0, detail: "" });
    return this.sendAll(again);
  }

  cancel(): void {
    this.control?.abort();
    this.uploads.set(
      this.uploads.value.map((upload) => (isOpen(upload) ? { ...upload, state: "cancelled" as const } : upload)),
    );
  }

  forgetEnded(): void {
    if (!this.uploads.value.some(isOpen)) this.onForgotten();
  }

  private async sendAll(waiting: readonly Upload[]): Promise<UploadedImage[]> {
    const current = new AbortController();
    this.control = current;
    const taken: UploadedImage[] = [];
    for (const upload of waiting) {
      const image = await this.sendOne(upload, current.signal);
      if (image !== null) taken.push(image);
    }
    if (this.control === current) this.control = null;
    this.ended.set(this.ended.value + 1);
    return taken;
  }

  private async sendOne({ name, file }: Upload, signal: AbortSignal): Promise<UploadedImage | null> {
    if (signal.aborted) return null;
    this.mark(name, { state: "uploading", sentBytes: 0, detail: "" });
    try {
      const onProgress = ({ sentBytes }: { sentBytes: number }) => this.mark(name, { sentBytes });
      const image = await this.api.imagery.put(this.venueId, name, file, { onProgress, signal });
      this.mark(name, { state: "done" });
      return image;
    } catch (failure) {
      if (!signal.aborted) this.mark(name, { state: "failed", detail: uploadText(toApiProblem(failure)) });
      return null;
    }
  }

  private mark(name: string, change: Partial<Upload>): void {
    this.uploads.set(this.uploads.value.map((upload) => (upload.name === name ? { ...upload, ...change } : upload)));
  }
}
