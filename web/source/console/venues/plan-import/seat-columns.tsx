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
  const columns = found.imported?.report.columns ?? [];
  const [changed, setChanged] = useState<ColumnsByUse<Use> | null>(null);
  if (columns.length === 0) return null;
  const chosen = changed ?? chosenIn(columns);
  const width = Math.max(...columns.map(({ column }) => column + 1));
  const known = Array.from({ length: width }, (_, at) => columns.find(({ column }) => column === at));
  const lines = Math.max(...columns.map(({ examples }) => examples.length));
  const named = Object.values(chosen).some((column) => column !== NO_COLUMN);
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
          onChosen={setChanged}
          help="What is chosen is how the file was read. Choose other columns where a name, a row or a place is in another one."
          isReady={changed !== null && named}
          onRead={() => found.answer("columns", answerOf(chosen, columns))}
        />
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

/** The answer for the service: `0=section,1=row`. Columns that hold something else, such as a property, still hold it. */
export function answerOf(chosen: ColumnsByUse<Use>, columns: ReadColumns): string {
  const uses = USES.filter(({ id }) => chosen[id] !== NO_COLUMN).map(({ id }) => [chosen[id], id]);
  const used = new Set(uses.map(([column]) => column));
  const others = columns.filter(
    ({ column, field }) => field !== null && !used.has(String(column)) && !USES.some(({ id }) => id === field),
  );
  return [...uses, ...others.map(({ column, field }) => [column, field])].map((pair) => pair.join("=")).join(",");
}
