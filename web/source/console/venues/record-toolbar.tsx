// The buttons above the record's text that are about the text alone.
import { SearchIcon } from "../../design/icons";

type RecordToolbarProps = {
  isReadOnly: boolean;
  /** Whether the text is valid JSON, so that it can be formatted. */
  isJson: boolean;
  onFormat: () => void;
  onFind: () => void;
};

export function RecordToolbar({ isReadOnly, isJson, onFormat, onFind }: RecordToolbarProps) {
  return (
    <>
      {!isReadOnly && (
        <button type="button" class="button button-small" disabled={!isJson} onClick={onFormat}>
          Format
        </button>
      )}
      <button type="button" class="button button-small" onClick={onFind}>
        <SearchIcon /> Find
      </button>
    </>
  );
}
