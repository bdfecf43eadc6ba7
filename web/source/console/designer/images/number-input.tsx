// A small field for a number, which is taken over when the field is left or Enter is pressed.
import { useEffect, useId, useState } from "preact/hooks";

type NumberInputProps = { label: string; value: number; step?: number; onValue: (value: number) => void };

export function NumberInput({ label, value, step = 0.1, onValue }: NumberInputProps) {
  const id = useId();
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const take = () => {
    const written = Number(text.replace(",", "."));
    if (text.trim() === "" || !Number.isFinite(written)) setText(String(value));
    else if (written !== value) onValue(written);
  };
  return (
    <div class="field">
      <label class="field-label small" for={id}>
        {label}
      </label>
      <input
        id={id}
        class="input"
        type="number"
        step={step}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={take}
        onBlur={take}
      />
    </div>
  );
}
