// Chooses a section, some rows of it or one, and a seat, by lists: for keyboards, and to correct what a name says.
import type { Covers } from "../../../layout-edits/image-covers";
import { namedRows, type Plan, rowIndexOf, seatingOf } from "../../../plan/plan";
import { SelectField } from "../../shell/form-fields";

type SeatChoiceProps = {
  plan: Plan;
  covers: Covers | null;
  /** What no section means: "Leave out". */
  none: string;
  onCovers: (covers: Covers | null) => void;
};

export function SeatChoice({ plan, covers, none, onCovers }: SeatChoiceProps) {
  const section = plan.sections.find(({ id }) => id === covers?.section) ?? null;
  const rows = section === null ? [] : namedRows(section).map(({ id }) => id);
  const [first = "", last = first] = [covers?.rows?.[0], covers?.rows?.at(-1)];
  const rowIndex = section === null ? null : rowIndexOf(section, first === "" ? null : first);
  const isOneRow = first !== "" ? first === last : rows.length === 0;
  const seats = section === null || rowIndex === null || !isOneRow ? [] : seatingOf(plan, section, rowIndex);
  const named = seats.filter((seat) => seat !== null);
  const change = (from: string, to: string, seat: string) => {
    if (section === null) return;
    const [start, end] = [rows.indexOf(from), rows.indexOf(to)].sort((one, other) => one - other);
    const chosen = from === "" ? [] : rows.slice(start, end! + 1);
    onCovers({
      section: section.id,
      ...(chosen.length === 0 ? {} : { rows: chosen }),
      ...(seat === "" ? {} : { seats: [seat] }),
    });
  };
  return (
    <div class="seat-choice">
      <SelectField
        label="Section"
        value={section?.id ?? ""}
        choices={[{ value: "", text: none }, ...plan.sections.map(({ id, name }) => ({ value: id, text: name || id }))]}
        onValue={(id) => onCovers(id === "" ? null : { section: id })}
      />
      {rows.length > 0 && (
        <SelectField
          label="Row"
          value={first}
          choices={[{ value: "", text: "All" }, ...rows.map(textChoice)]}
          onValue={(row) => change(row, row, "")}
        />
      )}
      {first !== "" && (
        <SelectField
          label="To row"
          value={last}
          choices={rows.map(textChoice)}
          onValue={(row) => change(first, row, "")}
        />
      )}
      {named.length > 0 && (
        <SelectField
          label="Seat"
          value={covers?.seats?.length === 1 ? (covers.seats[0] ?? "") : ""}
          choices={[{ value: "", text: "All" }, ...named.map(textChoice)]}
          onValue={(seat) => change(first, first, seat)}
        />
      )}
    </div>
  );
}

function textChoice(text: string): { value: string; text: string } {
  return { value: text, text };
}
