// Fields for numbers beside each other, as they are typed. An empty one stands for a default.
import type { Problem } from "@seatpreview/client";
import { TextField } from "./form-fields";
import { faultsOf } from "./problem-notice";

type NumberFieldsProps<D extends Record<string, string>> = {
  draft: D;
  onDraft: (draft: D) => void;
  fields: { member: keyof D; label: string; pointer: string; placeholder?: string }[];
  problem: Problem | undefined;
  isIndented?: boolean;
};

export function NumberFields<D extends Record<string, string>>(props: NumberFieldsProps<D>) {
  const { draft, onDraft, fields, problem, isIndented = false } = props;
  return (
    <div class={isIndented ? "thirds indented" : "thirds"}>
      {fields.map(({ member, pointer, ...field }) => (
        <TextField
          key={pointer}
          {...field}
          value={draft[member] ?? ""}
          onValue={(value) => onDraft({ ...draft, [member]: value })}
          inputMode="numeric"
          faults={faultsOf(problem, pointer)}
        />
      ))}
    </div>
  );
}
