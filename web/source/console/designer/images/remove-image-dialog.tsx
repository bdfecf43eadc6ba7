// Asks before an image is taken off the map, and says which seats lose it.
import { Confirm } from "../../../design/dialog";
import { coversInWords } from "../../../layout-edits/image-covers";
import type { PlacedImage } from "../../../layout-edits/image-edits";
import type { Plan } from "../../../plan/plan";
import { seats } from "./image-list";

type RemoveImageDialogProps = {
  plan: Plan;
  image: PlacedImage;
  shownAt: number | null;
  onRemove: () => void;
  onClose: () => void;
};

export function RemoveImageDialog({ plan, image, shownAt, onRemove, onClose }: RemoveImageDialogProps) {
  return (
    <Confirm title="Remove this image from the map?" action="Remove" onConfirm={onRemove} onClose={onClose}>
      <p>
        <strong>{image.object}</strong> is for {coversInWords(plan, image.entries)}.{" "}
        {shownAt !== null && shownAt > 0 && losesText(shownAt)}
        {shownAt === 0 && "No seat is shown it at the moment."}
      </p>
      <p class="soft small">
        The file stays and can be placed again; “Imagery” deletes files. Buyers see the change when you publish.
      </p>
    </Confirm>
  );
}

function losesText(count: number): string {
  return `${seats(count)} ${count === 1 ? "loses" : "lose"} it. The next nearest image is then shown there, or the drawing.`;
}
