// Which column of an imported table holds what: as the service has read it, until a person chooses otherwise.
import { useState } from "preact/hooks";
import { FormGroup } from "../../designer/designer-fields";
import { ColumnChoice, type ColumnsByUse, NO_COLUMN } from "../../shell/column-choice";
import type { PlanImport } from "./use-plan-import";

const USES = [
  { id: "section", label: "Section" },
  { id: "level", label: "Level" },
  { id: "row", label: "Row" },
  { id: "seat", label: "Seat" },
  { id: "label", label: "Row and seat in one" },
  { id: "x", label: "X: to the right" },
  { id: "y", label: "Y: up or down" },
  { id: "z", label: "Z: height" },
  { id: "category", label: "Category" },
  { id: "ref", label: "Id in another system" },
] as const;

type Use = (typeof USES)[number]["id"];

export function SeatColumns({ found }: { found: PlanImport }) {
  const columns = found.imported?.report.columns;
  // Once the file was read again, what is shown is what the service has read.
  const [changed, setChanged] = useState<{ of: ReadColumns; chosen: ColumnsByUse<Use> } | null>(null);
  if (columns === undefined || columns.length === 0) return null;
  const isChanged = changed?.of === columns;
  const chosen = isChanged ? changed.chosen : chosenIn(columns);
  const width = Math.max(...columns.map(({ column }) => column + 1));
  const known = Array.from({ length: width }, (_, at) => columns.find(({ column }) => column === at));
  const lines = Math.max(...columns.map(({ examples }) => examples.length));
  const used = Object.values(chosen).filter((column) => column !== NO_COLUMN);
  const isEachOnce = new Set(used).size === used.length;
  return (
    <FormGroup title="Choose columns">
      <div class="form-wide">
        <ColumnChoice<Use>
          preview={{
            columns: known.map((column, at) => column?.name || `Column ${at + 1}`),
            lines: Array.from({ length: lines }, (_, line) => known.map((column) => column?.examples[line] ?? "")),
          }}
          uses={USES}
          chosen={chosen}
          onChosen={(next) => setChanged({ of: columns, chosen: next })}
          help="What is chosen is how the file was read. Choose other columns where a name, a row or a place is in another one."
          isReady={isChanged && used.length > 0 && isEachOnce}
          onRead={() => found.answer("columns", answerOf(chosen, columns))}
        >
          {!isEachOnce && <p class="field-error">A column can be one thing only.</p>}
        </ColumnChoice>
      </div>
    </FormGroup>
  );
}

type ReadColumns = NonNullable<PlanImport["imported"]>["report"]["columns"];

/** The columns as the service has read them. */
function chosenIn(columns: ReadColumns): ColumnsByUse<Use> {
  const at = (use: Use) => columns.find(({ field }) => field === use)?.column;
  return Object.fromEntries(USES.map(({ id }) => [id, String(at(id) ?? NO_COLUMN)])) as ColumnsByUse<Use>;
}

/** The answer for the service, with each column: `0=section,1=row,2=none`. A column that holds something that is not
 * chosen here, such as a property, still holds it. */
function answerOf(chosen: ColumnsByUse<Use>, columns: ReadColumns): string {
  const useOf = (column: number) => USES.find(({ id }) => chosen[id] === String(column))?.id;
  const otherOf = (field: string | null) => (USES.some(({ id }) => id === field) ? null : field);
  return columns.map(({ column, field }) => `${column}=${useOf(column) ?? otherOf(field) ?? "none"}`).join(",");
}
