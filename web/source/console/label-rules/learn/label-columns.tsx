// Which columns of a sales file hold the label, or its parts, and the seat that is known to be right.
import { useState } from "preact/hooks";
import { ColumnChoice, type ColumnsByUse, NO_COLUMN } from "../../shell/column-choice";
import { SelectField } from "../../shell/form-fields";
import type { ChosenColumns, Preview } from "./sales-file";

type LabelColumnsProps = {
  preview: Preview;
  sheets: string[];
  sheet: string;
  onSheet: (sheet: string) => void;
  onHeader: (hasHeader: boolean) => void;
  onRead: (columns: ChosenColumns) => void;
};

type Use = "label" | "row" | "seat" | "known";

export function LabelColumns({ preview, sheets, sheet, onSheet, onHeader, onRead }: LabelColumnsProps) {
  const [chosen, setChosen] = useState(() => guessed(preview.columns));
  return (
    <ColumnChoice<Use>
      preview={preview}
      before={
        sheets.length > 1 && (
          <SelectField
            label="Sheet"
            value={sheet}
            choices={sheets.map((name) => ({ value: name, text: name }))}
            onValue={onSheet}
          />
        )
      }
      uses={[
        { id: "label", label: "Label, or section", isRequired: true },
        { id: "row", label: "Row" },
        { id: "seat", label: "Seat number", isDisabled: chosen.row === NO_COLUMN },
        { id: "known", label: "Right seat, if known" },
      ]}
      chosen={chosen}
      onChosen={setChosen}
      help="Choose a row and a seat number only if they have columns of their own. The right seat is a seat key such as 107/K/9 or an id from the layout (a ref); an empty cell means that it is not known, and “-” that the label must be declined."
      isReady={chosen.label !== NO_COLUMN}
      onRead={() => onRead(columnsOf(chosen))}
    >
      <label class="row small">
        <input
          type="checkbox"
          checked={preview.hasHeader}
          onChange={(event) => onHeader(event.currentTarget.checked)}
        />
        The first line names the columns
      </label>
    </ColumnChoice>
  );
}

function columnsOf({ label, row, seat, known }: ColumnsByUse<Use>): ChosenColumns {
  const parts = [label, ...(row === NO_COLUMN ? [] : [row, seat])].filter((each) => each !== NO_COLUMN);
  return { label: parts.map(Number), seat: known === NO_COLUMN ? null : Number(known) };
}

/** Columns with usual names are chosen at first. */
function guessed(columns: readonly string[]): ColumnsByUse<Use> {
  const names = columns.map((name) => name.trim().toLowerCase());
  const at = (name: string) => (names.includes(name) ? String(names.indexOf(name)) : NO_COLUMN);
  const none = { row: NO_COLUMN, seat: NO_COLUMN, known: NO_COLUMN };
  if (columns.length === 1) return { label: "0", ...none };
  if (at("label") !== NO_COLUMN) return { label: at("label"), ...none };
  if (at("section") !== NO_COLUMN) return { ...none, label: at("section"), row: at("row"), seat: at("seat") };
  return { label: NO_COLUMN, ...none };
}
