// The buttons that choose between photo and drawing, for all views together. They are there only where there is a photo.
import type { Medium } from "./media";
import type { Messages } from "./messages";
import type { Preview } from "./types";
import type { Media } from "./use-media";

const MEDIA: readonly Medium[] = ["picture", "drawing"];

export function MediumChoice({ preview, media, messages }: { preview: Preview; media: Media; messages: Messages }) {
  if (preview.imagery === null || !media.canChoose) return null;
  const names: Record<Medium, string> = { picture: messages.imagery.photo, drawing: messages.drawing };
  return (
    <div class="choice" role="group" aria-label={messages.viewKind}>
      {MEDIA.map((each) => (
        <button key={each} type="button" aria-pressed={each === media.shown[0]} onClick={() => media.choose(each)}>
          {names[each]}
        </button>
      ))}
    </div>
  );
}
