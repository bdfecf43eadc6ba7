// The still of a drawn seat, which is shown until the drawing is there and lies under it while that fades in.

import { useEffect, useState } from "preact/hooks";
import { idsOfKey } from "../plan/plan";
import { markView, whenPresented } from "../view/view-marks";
import { loadImage } from "./image-urls";
import type { Messages } from "./messages";
import type { Preview } from "./types";

/** A square picture that covers a view is as large as its longer side, which has the field of view: so both agree. The large
 * one waits until the small one is painted and nothing else has to be loaded: on a slow line it would keep the drawing waiting. */
export function StillPlaceholder({ preview, isLineFree }: { preview: Preview; isLineFree: boolean }) {
  const still = preview.drawing?.still ?? null;
  const isPainted = usePaintedImage(still?.previewUrl ?? null);
  if (still === null) return null;
  const images = isPainted && isLineFree ? [still.url, still.previewUrl] : [still.previewUrl];
  return <div class="still" style={{ backgroundImage: images.map((url) => `url("${url}")`).join(", ") }} />;
}

/** Whether the image of a placeholder is on the screen. */
export function usePaintedImage(url: string | null): boolean {
  const [painted, setPainted] = useState<string | null>(null);
  useEffect(() => {
    if (url === null) return;
    let isWanted = true;
    const onLoaded = async () => {
      await whenPresented();
      if (!isWanted) return;
      markView("placeholder");
      setPainted(url);
    };
    loadImage(url).then(onLoaded, () => {});
    return () => {
      isWanted = false;
    };
  }, [url]);
  return url !== null && painted === url;
}

/** Says which seat the still shows if it is that of another one: "Drawing from row K, seat 9"; null if it is not. */
export function stillText(preview: Preview, messages: Messages): string | null {
  const from = preview.drawing?.still?.from ?? null;
  if (from === null) return null;
  const { row, seat } = idsOfKey(from);
  const number = String(seat);
  const where = row === null ? messages.fromSeat(number) : `${messages.fromRow(row)}, ${messages.ofSeat(number)}`;
  return `${messages.drawing} ${where}`;
}
