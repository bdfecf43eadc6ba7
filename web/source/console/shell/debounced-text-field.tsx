// Text fields of filters, which report their value once typing has paused.
import { useEffect, useState } from "preact/hooks";
import { TextField } from "./form-fields";

const TYPING_MS = 300;

/** Returns the text of a filter while it is typed. Its value changes once typing has paused. */
export function useTypedFilter(value: string, onValue: (value: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onValue(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText];
}

type DebouncedTextFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onValue: (value: string) => void;
  faults?: string[];
};

export function DebouncedTextField({ label, placeholder, value, onValue, faults = [] }: DebouncedTextFieldProps) {
  const [text, setText] = useTypedFilter(value, onValue);
  return <TextField label={label} placeholder={placeholder} value={text} onValue={setText} faults={faults} />;
}
