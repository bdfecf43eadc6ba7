// Paints seats by a rule in words: the ends of all rows, or some seats of some rows.
import { useState } from "preact/hooks";
import { namesFromWords, WordsFault } from "../../../layout-edits/name-words";
import { paintSeats } from "../../../layout-edits/paint-seats";
import type { PlanSection } from "../../../plan/plan";
import { RadioField, TextField } from "../../shell/form-fields";
import { useWatched } from "../../shell/watched";
import type { Designer } from "../designer";
import { FormGroup } from "../designer-fields";
import type { PaintSettings } from "./paint-tool";
import { type SeatsInWords, seatsInWords } from "./painted-seats";

const ENDS_MAX = 20;

type PaintByWordsProps = { designer: Designer; settings: PaintSettings; onSaid: (text: string) => void };

export function PaintByWords({ designer, settings, onSaid }: PaintByWordsProps) {
  const [kind, setKind] = useState<SeatsInWords["kind"]>("ends");
  const [count, setCount] = useState("1");
  const [seats, setSeats] = useState("");
  const [rows, setRows] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const selected = useWatched(designer.selection).filter((piece) => piece.kind === "section");

  const sections = (): PlanSection[] => {
    const all = designer.plan.value.sections;
    const chosen = new Set(selected.map(({ rule }) => rule));
    return chosen.size === 0 ? [...all] : all.filter((_, index) => chosen.has(designer.ruleOf(index)));
  };
  const apply = () => {
    try {
      const choice = kind === "ends" ? endsOf(count) : named(seats, rows);
      const found = seatsInWords(designer.plan.value, sections(), choice);
      if (found.size === 0) throw new WordsFault("No seat has these numbers in these rows.");
      const [done, step] = settings.isErasing ? ["Erased", "Erase"] : ["Painted", "Paint"];
      const before = designer.settled.value;
      designer.edit(
        `${step} many seats: ${settings.title}`,
        paintSeats(designer.plan.value, { ...settings, seats: found }),
      );
      onSaid(designer.settled.value === before ? "Nothing changed." : `${done} many seats: ${settings.title}`);
      setFault(null);
    } catch (failure) {
      if (!(failure instanceof WordsFault)) throw failure;
      setFault(failure.message);
    }
  };
  return (
    <FormGroup title="Many seats at once" now={selected.length === 0 ? "in the whole house" : "in the selected blocks"}>
      <RadioField
        legend="Seats"
        value={kind}
        onValue={setKind}
        choices={[
          { value: "ends", text: "At both ends of each row" },
          { value: "named", text: "By their numbers" },
        ]}
      />
      {kind === "ends" ? (
        <TextField label="How many at each end" value={count} onValue={setCount} />
      ) : (
        <>
          <TextField label="Seats" help="Such as “1 to 4, 12”. Empty: all." value={seats} onValue={setSeats} />
          <TextField label="Rows" help="Such as “A to C”. Empty: all." value={rows} onValue={setRows} />
        </>
      )}
      {fault !== null && (
        <p class="note note-danger" role="alert">
          {fault}
        </p>
      )}
      <button type="button" class="button button-small" onClick={apply}>
        {settings.isErasing ? "Erase these seats" : "Paint these seats"}
      </button>
    </FormGroup>
  );
}

function endsOf(text: string): SeatsInWords {
  const count = Number(text.trim());
  if (!Number.isInteger(count) || count < 1 || count > ENDS_MAX) {
    throw new WordsFault(`Write a whole number from 1 to ${ENDS_MAX}.`);
  }
  return { kind: "ends", count };
}

function named(seats: string, rows: string): SeatsInWords {
  const choice = { seats: namesFromWords(seats), rows: namesFromWords(rows) };
  if (choice.seats.length === 0 && choice.rows.length === 0) throw new WordsFault("Write which seats, or which rows.");
  return { kind: "named", ...choice };
}
