// What a person can always correct in an imported plan: left and right, its turn, its scale, and the columns of a table.
import { useMemo, useState } from "preact/hooks";
import { CompareIcon, RotateIcon } from "../../../design/icons";
import { type Plan, seatingOf } from "../../../plan/plan";
import { allSeats } from "../../../plan/positions";
import { FormGroup } from "../../designer/designer-fields";
import { SelectField, TextField } from "../../shell/form-fields";
import { SeatColumns } from "./seat-columns";
import type { PlanImport } from "./use-plan-import";

export function TurnButtons({ found }: { found: PlanImport }) {
  const { answers, answer } = found;
  if (!canBeCorrected(found)) return null;
  const turned = Number(answers.turn ?? 0);
  const isFlipped = answers.flip === "yes";
  const next = (turned + 90) % 360;
  return (
    <div class="row">
      <button
        type="button"
        class="button button-small"
        aria-pressed={isFlipped}
        onClick={() => answer("flip", isFlipped ? null : "yes")}
      >
        <CompareIcon /> Flip left and right
      </button>
      <button
        type="button"
        class="button button-small"
        onClick={() => answer("turn", next === 0 ? null : String(next))}
      >
        <RotateIcon /> Turn by 90°
      </button>
      <span class="soft small" role="status">
        {[...(isFlipped ? ["Flipped."] : []), ...(turned === 0 ? [] : [`Turned by ${turned}° clockwise.`])].join(" ")}
      </span>
    </div>
  );
}

export function ScaleAndColumns({ found }: { found: PlanImport }) {
  if (!canBeCorrected(found)) return null;
  return (
    <div>
      {found.plan !== null && <ScaleForm plan={found.plan} onScale={(scale) => found.answer("scale", scale)} />}
      <SeatColumns found={found} />
    </div>
  );
}

/** Records and layouts of Seat Preview are taken as they are. */
function canBeCorrected({ imported }: PlanImport): boolean {
  return imported !== null && imported.report.format !== "record" && imported.report.format !== "layout";
}

type Measure = "seat" | "width";

const MEASURES = {
  seat: { text: "Distance between seats", min: 0.3, max: 5 },
  width: { text: "Width of the seats", min: 1, max: 1500 },
} satisfies Record<Measure, object>;

/** States one distance, by which the whole plan is scaled. */
function ScaleForm({ plan, onScale }: { plan: Plan; onScale: (scale: string) => void }) {
  const [measure, setMeasure] = useState<Measure>("seat");
  const [typed, setTyped] = useState<string | null>(null);
  const found = useMemo(() => ({ seat: seatPitchM(plan), width: widthM(plan) }), [plan]);
  const shown = typed ?? (found[measure] === null ? "" : String(Math.round(found[measure] * 1000) / 1000));
  const metres = Number(shown.replace(",", "."));
  const { min, max } = MEASURES[measure];
  const fault = metres >= min && metres <= max ? null : `must be a number of metres from ${min} to ${max}`;
  if (found.seat === null && found.width === null) return null;
  return (
    <FormGroup title="Scale" now={nowText(found)}>
      <form
        class="import-scale form-wide"
        onSubmit={(event) => {
          event.preventDefault();
          if (fault !== null || typed === null) return;
          onScale(measure === "seat" ? `seat:${metres}` : String(metres));
          setTyped(null);
        }}
      >
        <SelectField
          label="A distance that you know"
          value={measure}
          onValue={(value) => {
            setMeasure(value);
            setTyped(null);
          }}
          choices={(["seat", "width"] as const).map((value) => ({ value, text: MEASURES[value].text }))}
        />
        <TextField
          label="Metres"
          value={shown}
          onValue={setTyped}
          faults={typed === null || fault === null ? [] : [fault]}
        />
        <button type="submit" class="button" disabled={typed === null || fault !== null}>
          Scale the plan
        </button>
      </form>
    </FormGroup>
  );
}

function nowText({ seat, width }: Record<Measure, number | null>): string {
  const facts = [
    ...(seat === null ? [] : [`seats ${metresText(seat)} apart`]),
    ...(width === null ? [] : [`${metresText(width)} wide`]),
  ];
  return facts.join(", ");
}

function metresText(metres: number): string {
  return `${metres.toLocaleString("en", { maximumFractionDigits: 2 })} m`;
}

/** The distance from seat to seat that most seats of a plan have; null if no seat has a position. */
export function seatPitchM(plan: Plan): number | null {
  const seats = new Map<number, number>();
  for (const section of plan.sections) {
    if (section.geometry === null) continue;
    const count = section.rows.reduce((sum, _, rowIndex) => sum + seatingOf(plan, section, rowIndex).length, 0);
    const pitchM = section.geometry.spacingM;
    if (count > 0) seats.set(pitchM, (seats.get(pitchM) ?? 0) + count);
  }
  const [most] = [...seats].sort(([, one], [, other]) => other - one);
  return most === undefined ? null : most[0];
}

/** From the leftmost to the rightmost seat; null if no seat has a position. */
function widthM(plan: Plan): number | null {
  const { positions, count } = allSeats(plan);
  let [west, east] = [Infinity, -Infinity];
  for (let seat = 0; seat < count; seat++) {
    west = Math.min(west, positions[3 * seat]!);
    east = Math.max(east, positions[3 * seat]!);
  }
  return count === 0 ? null : east - west;
}
