// Says in the designer that the record's text is not JSON at the moment, so that the designer does not follow it.
import { WarningIcon } from "../../design/icons";
import { useWatched } from "../shell/watched";
import type { DraftSaver } from "../venues/draft-saver";

export function TextFaultNotice({ saver }: { saver: DraftSaver }) {
  const fault = useWatched(saver.document.textFault);
  if (fault === null) return null;
  return (
    <div class="note note-warn" role="status">
      <WarningIcon />
      <p>
        The text of the record is not valid JSON at the moment, so the designer shows the record as it was before. If
        you change something here, that text is replaced; Undo in the text brings it back.
      </p>
    </div>
  );
}
