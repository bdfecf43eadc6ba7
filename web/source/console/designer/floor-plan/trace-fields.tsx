// Fields for where a floor plan lies: how wide it is, how far it is turned, how strong it is, and its middle.
import { useId, useState } from "preact/hooks";
import { useWatched } from "../../shell/watched";
import type { FloorPlan } from "./floor-plan";
import { GROUND_M_MAX, movedBy, type Size, turnedTo, withWidth } from "./floor-plan-placement";

const WIDTH_M_MAX = 3000;

export function TraceFields({ floorPlan, size }: { floorPlan: FloorPlan; size: Size }) {
  const placement = useWatched(floorPlan.placement);
  if (placement === null) return null;
  const { x, y, turnDeg, opacity } = placement;
  return (
    <>
      <SliderAndNumber
        label="Turned by"
        unit="°"
        value={turnDeg}
        min={-180}
        max={180}
        step={0.5}
        digits={1}
        onInput={(turn) => floorPlan.show(turnedTo(placement, turn))}
        onValue={(turn) => floorPlan.change("Turn", turnedTo(placement, turn))}
      />
      <SliderAndNumber
        label="Opacity"
        unit="%"
        value={opacity * 100}
        min={0}
        max={100}
        step={5}
        digits={0}
        onInput={(percent) => floorPlan.show({ ...placement, opacity: percent / 100 })}
        onValue={(percent) => floorPlan.change("Fade", { ...placement, opacity: percent / 100 }, true)}
      />
      <div class="trace-numbers">
        <NumberInput
          label="Its width"
          unit="m"
          value={placement.metresPerPixel * size.width}
          min={0.1}
          max={WIDTH_M_MAX}
          digits={2}
          onValue={(width) => floorPlan.change("Scale", withWidth(placement, size, width))}
        />
        <NumberInput
          label="Moved right"
          unit="m"
          value={x}
          min={-GROUND_M_MAX}
          max={GROUND_M_MAX}
          digits={2}
          onValue={(right) => floorPlan.change("Move", movedBy(placement, right - x, 0))}
        />
        <NumberInput
          label="Moved up"
          unit="m"
          value={y}
          min={-GROUND_M_MAX}
          max={GROUND_M_MAX}
          digits={2}
          onValue={(up) => floorPlan.change("Move", movedBy(placement, 0, up - y))}
        />
      </div>
    </>
  );
}

type NumberProps = {
  label: string;
  unit: string;
  value: number;
  min: number;
  max: number;
  digits: number;
  onValue: (value: number) => void;
};

function SliderAndNumber(props: NumberProps & { step: number; onInput: (value: number) => void }) {
  const { label, unit, value, min, max, step, onInput, onValue } = props;
  const id = useId();
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <div class="trace-slider">
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={`${value.toFixed(props.digits)} ${unit}`}
          onInput={(event) => onInput(event.currentTarget.valueAsNumber)}
          onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
        />
        <NumberBox {...props} name={`${label}, as a number`} />
      </div>
    </div>
  );
}

function NumberInput(props: NumberProps) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-label small" for={id}>
        {props.label}
      </label>
      <NumberBox {...props} id={id} />
    </div>
  );
}

/** A number that counts once it is whole: at Enter, or when the field is left. */
function NumberBox(props: Omit<NumberProps, "label"> & { id?: string; name?: string }) {
  const { value, min, max, digits, unit, onValue, id, name } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (text: string) => {
    setTyped(null);
    const number = Number(text.replace(",", "."));
    if (text.trim() === "" || !Number.isFinite(number)) return;
    const within = Math.min(max, Math.max(min, number));
    if (within.toFixed(digits) !== value.toFixed(digits)) onValue(within);
  };
  return (
    <span class="trace-number">
      <input
        class="input"
        inputMode="decimal"
        autocomplete="off"
        value={typed ?? value.toFixed(digits)}
        {...(id === undefined ? {} : { id })}
        {...(name === undefined ? {} : { "aria-label": name })}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => commit(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && commit(event.currentTarget.value)}
      />
      <span class="soft small">{unit}</span>
    </span>
  );
}
