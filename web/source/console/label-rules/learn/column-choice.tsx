// The choice of the columns that are read from a sales file, beside its first lines.
import { useState } from "preact/hooks";
import { SelectField } from "../../shell/form-fields";
import { ScrollRegion } from "../../shell/scroll-region";
import type { ChosenColumns, Preview } from "./sales-file";

type ColumnChoiceProps = {
  preview: Preview;
  sheets: string[];
  sheet: string;
  onSheet: (sheet: string) => void;
  onHeader: (hasHeader: boolean) => void;
  onRead: (columns: ChosenColumns) => void;
};

const NONE = "";

export function ColumnChoice({ preview, sheets, sheet, onSheet, onHeader, onRead }: ColumnChoiceProps) {
  const { columns } = preview;
  const [chosen, setChosen] = useState(() => guessed(columns));
  const choices = columns.map((name, at) => ({ value: String(at), text: name }));
  const optional = [{ value: NONE, text: "none" }, ...choices];
  const choose = (part: keyof typeof chosen) => (value: string) => setChosen({ ...chosen, [part]: value });
  const isSent = new Set(Object.values(chosen).filter((value) => value !== NONE));
  const read = () => {
    const label = [chosen.label, ...(chosen.row === NONE ? [] : [chosen.row, chosen.seat])].filter(
      (each) => each !== NONE,
    );
    onRead({ label: label.map(Number), seat: chosen.known === NONE ? null : Number(chosen.known) });
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        read();
      }}
    >
      <div class="learn-columns">
        {sheets.length > 1 && (
          <SelectField
            label="Sheet"
            value={sheet}
            choices={sheets.map((name) => ({ value: name, text: name }))}
            onValue={onSheet}
          />
        )}
        <SelectField
          label="Label, or section"
          value={chosen.label}
          choices={[{ value: NONE, text: "choose a column" }, ...choices]}
          onValue={choose("label")}
        />
        <SelectField label="Row" isOptional value={chosen.row} choices={optional} onValue={choose("row")} />
        <SelectField
          label="Seat number"
          isOptional
          value={chosen.seat}
          choices={optional}
          onValue={choose("seat")}
          isDisabled={chosen.row === NONE}
        />
        <SelectField
          label="Right seat, if known"
          isOptional
          value={chosen.known}
          choices={optional}
          onValue={choose("known")}
        />
      </div>
      <p class="small soft">
        Choose a row and a seat number only if they have columns of their own. The right seat is a seat key such as
        107/K/9 or an id from the layout (a ref); an empty cell means that it is not known, and “-” that the label must
        be declined.
      </p>
      <ScrollRegion label="First lines of the file">
        <table class="table learn-preview">
          <thead>
            <tr>
              {columns.map((name, at) => (
                <th key={at} scope="col" class={isSent.has(String(at)) ? "is-sent" : ""}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.lines.map((line, number) => (
              <tr key={number}>
                {columns.map((_, at) => (
                  <td key={at} class={isSent.has(String(at)) ? "is-sent" : ""}>
                    {(line[at] ?? "").slice(0, 80)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div class="row">
        <label class="row small">
          <input
            type="checkbox"
            checked={preview.hasHeader}
            onChange={(event) => onHeader(event.currentTarget.checked)}
          />
          The first line names the columns
        </label>
        <button type="submit" class="button button-primary" disabled={chosen.label === NONE}>
          Read the file
        </button>
      </div>
    </form>
  );
}

/** Columns with usual names are chosen at first. */
function guessed(columns: readonly string[]) {
  const names = columns.map((name) => name.trim().toLowerCase());
  const at = (name: string) => (names.includes(name) ? String(names.indexOf(name)) : NONE);
  if (columns.length === 1) return { label: "0", row: NONE, seat: NONE, known: NONE };
  if (at("label") !== NONE) return { label: at("label"), row: NONE, seat: NONE, known: NONE };
  if (at("section") !== NONE) return { label: at("section"), row: at("row"), seat: at("seat"), known: NONE };
  return { label: NONE, row: NONE, seat: NONE, known: NONE };
}
