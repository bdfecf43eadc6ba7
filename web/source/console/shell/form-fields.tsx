// Form fields: label, help text, input and faults, connected for screen readers.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

import { ErrorIcon } from "../../design/icons";

export type FieldAttributes = { id: string; "aria-describedby"?: string; "aria-invalid"?: "true" };

type FieldProps = {
  label: ComponentChildren;
  help?: ComponentChildren;
  faults?: string[];
  isOptional?: boolean;
  children: (attributes: FieldAttributes) => ComponentChildren;
};

export function Field({ label, help, faults = [], isOptional = false, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
        {isOptional && <span class="soft"> (optional)</span>}
      </label>
      {help !== undefined && (
        <p class="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {children(fieldAttributes(id, help !== undefined, faults.length > 0))}
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, "children"> & {
  value: string;
  onValue: (value: string) => void;
  isDisabled?: boolean;
  isMono?: boolean;
  placeholder?: string;
  inputMode?: "text" | "numeric" | "url";
  maxLength?: number;
  /** Values that the browser suggests. Others can be typed as well. */
  suggestions?: Suggestion[];
};

type Suggestion = { value: string; label?: string };

export function TextField(props: TextFieldProps) {
  const {
    value,
    onValue,
    isDisabled = false,
    isMono = false,
    placeholder,
    inputMode,
    maxLength,
    suggestions,
    ...field
  } = props;
  const listId = useId();
  return (
    <Field {...field}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            class={`input${isMono ? " mono" : ""}`}
            value={value}
            disabled={isDisabled}
            autocomplete="off"
            spellcheck={false}
            {...(placeholder === undefined ? {} : { placeholder })}
            {...(inputMode === undefined ? {} : { inputMode })}
            {...(maxLength === undefined ? {} : { maxLength })}
            {...(suggestions === undefined ? {} : { list: listId })}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          {suggestions !== undefined && <Suggestions id={listId} suggestions={suggestions} />}
        </>
      )}
    </Field>
  );
}

/** The values that the browser suggests for an input with this id as its `list`. */
export function Suggestions({ id, suggestions }: { id: string; suggestions: Suggestion[] }) {
  return (
    <datalist id={id}>
      {suggestions.map(({ value, label }) => (
        <option key={value} value={value} {...(label === undefined ? {} : { label })} />
      ))}
    </datalist>
  );
}

type Choice<V extends string> = { value: V; text: string };

type SelectFieldProps<V extends string> = Omit<FieldProps, "children"> & {
  value: V;
  choices: Choice<V>[];
  onValue: (value: V) => void;
  isDisabled?: boolean;
};

export function SelectField<V extends string>(props: SelectFieldProps<V>) {
  const { value, choices, onValue, isDisabled = false, ...field } = props;
  return (
    <Field {...field}>
      {(attributes) => (
        <select
          {...attributes}
          class="input"
          value={value}
          disabled={isDisabled}
          onChange={(event) => onValue(event.currentTarget.value as V)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type DayFieldProps = {
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** Whether there must be a day: an empty field is then told to nobody. */
  isRequired?: boolean;
};

export function DayField({ label, value, onValue, isRequired = false }: DayFieldProps) {
  return (
    <Field label={label}>
      {(attributes) => (
        <input
          {...attributes}
          class="input"
          type="date"
          required={isRequired}
          value={value}
          onChange={({ currentTarget }) => {
            if (!isRequired || currentTarget.value !== "") onValue(currentTarget.value);
          }}
        />
      )}
    </Field>
  );
}

type CheckFieldProps = {
  label: ComponentChildren;
  help?: ComponentChildren;
  faults?: string[];
  isChecked: boolean;
  isDisabled?: boolean;
  onChecked: (isChecked: boolean) => void;
};

export function CheckField({ label, help, faults = [], isChecked, isDisabled = false, onChecked }: CheckFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <div class="check">
        <input
          {...fieldAttributes(id, help !== undefined, faults.length > 0)}
          type="checkbox"
          checked={isChecked}
          disabled={isDisabled}
          onChange={(event) => onChecked(event.currentTarget.checked)}
        />
        <div>
          <label class="field-label" for={id}>
            {label}
          </label>
          {help !== undefined && (
            <p class="field-help" id={`${id}-help`}>
              {help}
            </p>
          )}
        </div>
      </div>
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </div>
  );
}

type RadioFieldProps<V extends string> = {
  legend: string;
  help?: ComponentChildren;
  faults?: string[];
  value: V;
  choices: (Choice<V> & { help?: string })[];
  onValue: (value: V) => void;
};

export function RadioField<V extends string>(props: RadioFieldProps<V>) {
  const { legend, help, faults = [], value, choices, onValue } = props;
  const name = useId();
  return (
    <fieldset class="field fieldset">
      <legend class="field-label">{legend}</legend>
      {help !== undefined && <p class="field-help">{help}</p>}
      <div class="choices">
        {choices.map((choice) => (
          <label class="choice" key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onValue(choice.value)}
            />
            <span>
              <span class="choice-text">{choice.text}</span>
              {choice.help !== undefined && <span class="field-help">{choice.help}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldFaults id={`${name}-faults`} faults={faults} />
    </fieldset>
  );
}

export function FieldFaults({ id, faults }: { id: string; faults: string[] }) {
  if (faults.length === 0) return null;
  return (
    <div id={id}>
      {faults.map((fault) => (
        <p class="field-error" key={fault}>
          <ErrorIcon />
          <span>{fault}</span>
        </p>
      ))}
    </div>
  );
}

export function fieldAttributes(id: string, hasHelp: boolean, hasFaults: boolean): FieldAttributes {
  const described = [hasHelp ? `${id}-help` : "", hasFaults ? `${id}-faults` : ""].filter(Boolean).join(" ");
  return {
    id,
    ...(described === "" ? {} : { "aria-describedby": described }),
    ...(hasFaults ? { "aria-invalid": "true" as const } : {}),
  };
}
