// The choice of the columns that are read from a table, beside its first lines.
import type { ComponentChildren } from "preact";
import { SelectField } from "./form-fields";
import { ScrollRegion } from "./scroll-region";
import "./column-choice.css";

/** Stands for no column. */
export const NO_COLUMN = "";

/** What a column can be chosen for. */
export type ColumnUse<U extends string> = { id: U; label: string; isRequired?: boolean; isDisabled?: boolean };

/** The index of the column that was chosen for each use, as text. */
export type ColumnsByUse<U extends string> = Record<U, string>;

type ColumnChoiceProps<U extends string> = {
  /** The names of the columns, and the first lines below them. */
  preview: { columns: string[]; lines: readonly (readonly string[])[] };
  /** What is chosen before the columns, such as the sheet. */
  before?: ComponentChildren;
  uses: readonly ColumnUse<U>[];
  chosen: ColumnsByUse<U>;
  onChosen: (chosen: ColumnsByUse<U>) => void;
  help: string;
  /** What is beside the button. */
  children?: ComponentChildren;
  isReady: boolean;
  onRead: () => void;
};

export function ColumnChoice<U extends string>(props: ColumnChoiceProps<U>) {
  const { preview, chosen } = props;
  const { columns } = preview;
  const choices = columns.map((name, at) => ({ value: String(at), text: name }));
  const used = new Set<string>(Object.values(chosen));
  const classOf = (at: number) => (used.has(String(at)) ? "is-used" : "");
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        props.onRead();
      }}
    >
      <div class="column-choice">
        {props.before}
        {props.uses.map(({ id, label, isRequired = false, isDisabled = false }) => (
          <SelectField
            key={id}
            label={label}
            isOptional={!isRequired}
            isDisabled={isDisabled}
            value={chosen[id]}
            choices={[{ value: NO_COLUMN, text: isRequired ? "choose a column" : "none" }, ...choices]}
            onValue={(value) => props.onChosen({ ...chosen, [id]: value })}
          />
        ))}
      </div>
      <p class="small soft">{props.help}</p>
      <ScrollRegion label="First lines of the file">
        <table class="table column-preview">
          <thead>
            <tr>
              {columns.map((name, at) => (
                <th key={at} scope="col" class={classOf(at)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.lines.map((line, number) => (
              <tr key={number}>
                {columns.map((_, at) => (
                  <td key={at} class={classOf(at)}>
                    {(line[at] ?? "").slice(0, 80)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div class="row">
        {props.children}
        <button type="submit" class="button button-primary" disabled={!props.isReady}>
          Read the file
        </button>
      </div>
    </form>
  );
}
