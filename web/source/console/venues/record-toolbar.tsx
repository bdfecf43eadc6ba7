// The buttons above the record's text.
import { SearchIcon } from "../../design/icons";
import { DiscardButton } from "../shell/discard-button";
import { Permitted } from "../shell/permitted";
import { SAVE_KEYS } from "../shell/save-shortcut";

type RecordToolbarProps = {
  isChanged: boolean;
  isBusy: boolean;
  /** Whether the text is of a draft: it is then published by a dialog that says what changes. */
  isDraft: boolean;
  /** Why the record can only be read; null if it can be changed. */
  refusal: string | null;
  /** Whether the text is valid JSON, so that it can be formatted. */
  isJson: boolean;
  onPublish: () => void;
  onSaveDraft: () => void;
  onDiscard: () => void;
  onFormat: () => void;
  onFind: () => void;
};

export function RecordToolbar(props: RecordToolbarProps) {
  const { isChanged, isBusy, isDraft, refusal } = props;
  const isIdle = !isChanged || isBusy;
  return (
    <div class="row">
      <Permitted refusal={refusal}>
        <button
          type="button"
          class="button button-primary"
          disabled={isDraft ? isBusy : isIdle}
          {...(isDraft ? {} : { "aria-keyshortcuts": SAVE_KEYS })}
          onClick={props.onPublish}
        >
          {isDraft ? "Publish..." : "Save and publish"}
        </button>
        <button
          type="button"
          class="button"
          disabled={isIdle}
          {...(isDraft ? { "aria-keyshortcuts": SAVE_KEYS } : {})}
          onClick={props.onSaveDraft}
        >
          Save draft
        </button>
        <DiscardButton isDisabled={isIdle} onDiscard={props.onDiscard} />
        <button type="button" class="button" disabled={!props.isJson} onClick={props.onFormat}>
          Format
        </button>
      </Permitted>
      <button type="button" class="button" onClick={props.onFind}>
        <SearchIcon /> Find
      </button>
      {refusal === null && (
        <span class="small soft" role="status">
          {stateText(isChanged, isDraft)}
        </span>
      )}
    </div>
  );
}

function stateText(isChanged: boolean, isDraft: boolean): string {
  if (isChanged) return "Not saved yet.";
  return isDraft ? "Draft saved." : "Saved.";
}
