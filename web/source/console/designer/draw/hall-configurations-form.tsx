// The ways to use the hall: which one is shown, what it is called, how it is lit, what is closed.
import {
  addedConfiguration,
  checkedLabel,
  closedInWords,
  configurationsOf,
  withClosed,
  withConfiguration,
  withoutConfiguration,
} from "../../../layout-edits/hall-words";
import { changedAt, LAYOUT, type RecordEdit, valueAt } from "../../../layout-edits/record-edit";
import { type Json, text } from "../../../layouts/written-json";
import { CheckField, SelectField } from "../../shell/form-fields";
import { useWatched } from "../../shell/watched";
import type { Designer } from "../designer";
import { FormGroup, LiveSelect, LiveText, tried } from "../designer-fields";
import { AddByName, type HallProps } from "./add-by-name";

const MOODS = [
  { value: "", text: "as usual" },
  { value: "concert", text: "stage lights, the hall dark" },
  { value: "house_lights", text: "house lights" },
  { value: "daylight", text: "daylight" },
  { value: "floodlights", text: "floodlights" },
] as const;

export function ConfigurationGroup(props: HallProps) {
  const { designer, record } = props;
  const chosenId = useWatched(designer.configuration);
  const configurations = configurationsOf(record);
  const index = configurations.findIndex(({ id }) => String(id) === chosenId);
  const chosen = configurations[index];
  return (
    <FormGroup title="Configurations" now={configurations.map(nameOf).join(", ") || "none"}>
      <p class="small form-wide soft">Ways to use the hall: what people look at, what is closed, what stands in it.</p>
      {configurations.length > 0 && (
        <SelectField
          label="Shown on the canvas"
          value={chosen === undefined ? "" : String(chosen.id)}
          choices={[
            { value: "", text: "the empty hall" },
            ...configurations.map((each) => ({ value: String(each.id), text: nameOf(each) })),
          ]}
          onValue={(id) => designer.configuration.set(id === "" ? null : id)}
        />
      )}
      {chosen !== undefined && <ConfigurationFields {...props} index={index} configuration={chosen} />}
      <AddByName
        label="Name of a new configuration"
        action="Add configuration"
        add={(name) => added(designer, record, name)}
      />
    </FormGroup>
  );
}

function ConfigurationFields(props: HallProps & { index: number; configuration: Json }) {
  const { designer, record, index, configuration } = props;
  const id = String(configuration.id);
  const isDefault = valueAt(record, [...LAYOUT, "defaultConfiguration"]) === id;
  const isOnly = configurationsOf(record).length === 1;
  const hasOwnFocus = configuration.focus != null;
  const layoutFocus = valueAt(record, [...LAYOUT, "focus"]) ?? {};
  return (
    <>
      <LiveText
        designer={designer}
        label="Name"
        title="Rename a configuration"
        value={nameOf(configuration)}
        edit={(name) => withConfiguration(index, "name", checkedLabel(name))}
      />
      <LiveSelect
        designer={designer}
        label="Light"
        title="Change the light"
        value={MOODS.find(({ value }) => value === configuration.mood)?.value ?? ""}
        choices={MOODS}
        edit={(mood) => withConfiguration(index, "mood", mood || undefined)}
      />
      <LiveText
        designer={designer}
        label="Closed sections"
        title="Change what is closed"
        value={closedInWords(configuration)}
        placeholder="none, or such as 101 to 104"
        edit={(words) => withClosed(record, index, words)}
      />
      <div class="form-wide stack-small">
        <CheckField
          label="Has a stage or field of its own"
          help="Select it on the canvas to change it."
          isChecked={hasOwnFocus}
          onChecked={(isOwn) =>
            tried(
              designer,
              () => withConfiguration(index, "focus", isOwn ? layoutFocus : undefined),
              "Change what people look at",
            )
          }
        />
        {!isOnly && (
          <CheckField
            label="Used where no other configuration is asked for"
            isChecked={isDefault}
            onChecked={(isChosen) =>
              tried(designer, () => withDefault(isChosen ? id : undefined), "Change the default")
            }
          />
        )}
        <div>
          <button type="button" class="button button-small button-warning" onClick={() => removed(designer, index)}>
            Remove this configuration
          </button>
        </div>
      </div>
    </>
  );
}

function added(designer: Designer, record: Json, name: string): string | null {
  let id = "";
  const reason = tried(
    designer,
    () => {
      const made = addedConfiguration(record, name);
      id = made.id;
      return made.edit;
    },
    "Add a configuration",
  );
  if (reason === null) designer.configuration.set(id);
  return reason;
}

function removed(designer: Designer, index: number): void {
  tried(designer, () => withoutConfiguration(index), "Remove a configuration");
  designer.configuration.set(designer.plan.value.defaultConfiguration);
}

function withDefault(id: string | undefined): RecordEdit {
  return (record) => changedAt(record, [...LAYOUT, "defaultConfiguration"], () => id);
}

function nameOf(configuration: Json): string {
  return text(configuration.name) || String(configuration.id);
}
