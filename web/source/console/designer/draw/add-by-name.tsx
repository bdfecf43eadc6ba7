// A field for a name with a button that adds something of this name to the hall.
import { useState } from "preact/hooks";
import type { Json } from "../../../layouts/written-json";
import { FieldFaults } from "../../shell/form-fields";
import type { Designer } from "../designer";

/** The props of the parts of the hall's form. */
export type HallProps = { designer: Designer; record: Json };

/** A field for a name, and a button that adds something of this name. */
export function AddByName(props: { label: string; action: string; add: (name: string) => string | null }) {
  const [name, setName] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const submit = () => {
    const reason = props.add(name);
    setFault(reason);
    if (reason === null) setName("");
  };
  return (
    <form
      class="form-wide form-add"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <input
        class="input"
        aria-label={props.label}
        placeholder={props.label}
        value={name}
        autocomplete="off"
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" class="button button-small">
        {props.action}
      </button>
      <FieldFaults id="add-faults" faults={fault === null ? [] : [fault]} />
    </form>
  );
}
