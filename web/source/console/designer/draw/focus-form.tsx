// The form of the stage or field that people look at.
import { CONFIGURATIONS, checkedLabel, configurationsOf } from "../../../layout-edits/hall-words";
import { changedAt, LAYOUT, type Path, type RecordEdit, valueAt } from "../../../layout-edits/record-edit";
import { type Json, number, text } from "../../../layouts/written-json";
import type { Designer } from "../designer";
import { FormGroup, LiveNumber, LiveSelect, LiveText } from "../designer-fields";

const FOCUS_KINDS = [
  { value: "", text: "Only a point" },
  { value: "stage", text: "Stage" },
  { value: "screen", text: "Screen" },
  { value: "football", text: "Football" },
  { value: "rugby", text: "Rugby" },
  { value: "american_football", text: "American football" },
  { value: "baseball", text: "Baseball" },
  { value: "basketball", text: "Basketball" },
  { value: "ice_hockey", text: "Ice hockey" },
  { value: "handball", text: "Handball" },
  { value: "volleyball", text: "Volleyball" },
  { value: "tennis", text: "Tennis" },
  { value: "boxing", text: "Boxing" },
] as const;

export function FocusForm({ designer, record }: { designer: Designer; record: Json }) {
  const { focus: shown, configuration } = designer.plan.value;
  const paths = focusPaths(record, configuration?.id ?? null);
  const written = (valueAt(record, paths[0]!) ?? {}) as Json;
  const { extent } = shown;
  const set = (path: Path, value: unknown): RecordEdit => focusEdit(paths, path, value);
  const isStage = extent?.kind === "stage";
  return (
    <>
      <h2>{shown.name ?? "What people look at"}</h2>
      <p class="soft small">{whereItCounts(record, paths, configuration)}</p>
      <FormGroup title="What people look at" isOpen>
        <LiveText
          designer={designer}
          label="Name"
          title="Change the name of the stage"
          value={text(written.name)}
          placeholder="Stage"
          edit={(name) => set(["name"], name.trim() === "" ? undefined : checkedLabel(name))}
        />
        <LiveSelect
          designer={designer}
          label="What it is"
          title="Change what people look at"
          value={extent?.kind ?? ""}
          choices={FOCUS_KINDS}
          edit={(kind) =>
            set(["extent"], kind === "" ? undefined : withKind(extent === null ? {} : written.extent, kind))
          }
        />
        <LiveNumber
          designer={designer}
          label="Height that eyes look at (m)"
          help="On a stage, the heads of those who play: its floor plus 1.5 m."
          title="Change the height that eyes look at"
          value={shown.z}
          min={-100}
          max={300}
          step={0.1}
          edit={(z) => set(["z"], z === 0 ? undefined : z)}
        />
      </FormGroup>
      {extent !== null && (
        <FormGroup title="Size" now={`${extent.widthM} by ${extent.depthM} m`} isOpen>
          {extent.points.length > 0 && (
            <p class="small form-wide">Its outline has {extent.points.length} corners. Move them on the canvas.</p>
          )}
          {extent.points.length === 0 && (
            <>
              <SizeField
                designer={designer}
                label="Width (m)"
                value={extent.widthM}
                edit={(m) => set(["extent", "widthM"], m)}
              />
              <SizeField
                designer={designer}
                label="Depth (m)"
                value={extent.depthM}
                edit={(m) => set(["extent", "depthM"], m)}
              />
              <LiveNumber
                designer={designer}
                label="Front faces (°)"
                help="180 is south."
                title="Turn the stage"
                value={extent.turnDeg}
                min={-360}
                max={360}
                step={5}
                edit={(deg) => set(["extent", "turnDeg"], deg === 180 ? undefined : deg)}
              />
            </>
          )}
          {isStage && (
            <LiveNumber
              designer={designer}
              label="Height of its floor (m)"
              title="Change the height of the stage"
              value={extent.heightM}
              min={0}
              max={20}
              step={0.1}
              edit={(m) => set(["extent", "heightM"], m === 0 ? undefined : m)}
            />
          )}
        </FormGroup>
      )}
    </>
  );
}

type SizeFieldProps = { designer: Designer; label: string; value: number; edit: (metres: number) => RecordEdit };

function SizeField(props: SizeFieldProps) {
  return <LiveNumber {...props} title="Change the size of the stage" min={0.5} max={400} step={0.5} />;
}

/** Where the stage that is shown is written: in the configuration, and wherever the same is written as well. */
function focusPaths(record: Json, configurationId: string | null): Path[] {
  const own: Path = [...LAYOUT, "focus"];
  const configurations = configurationsOf(record);
  const chosen = configurations.findIndex(({ id, focus }) => String(id) === configurationId && focus != null);
  const path: Path = chosen < 0 ? own : [...CONFIGURATIONS, chosen, "focus"];
  const same = JSON.stringify(valueAt(record, path) ?? {});
  const others = [own, ...configurations.map((_, index): Path => [...CONFIGURATIONS, index, "focus"])];
  const alike = others.filter((other) => {
    const found = valueAt(record, other);
    return other.join() !== path.join() && found != null && JSON.stringify(found) === same;
  });
  return [path, ...alike];
}

function focusEdit(paths: readonly Path[], path: Path, value: unknown): RecordEdit {
  return (record) => paths.reduce((changed, each) => changedAt(changed, [...each, ...path], () => value), record);
}

/** The extent of another kind. A field has the usual size of its sport. */
function withKind(extent: unknown, kind: string): Json {
  const { widthM: _, depthM: __, points: ___, ...others } = (extent ?? {}) as Json;
  if (kind === "stage") return { ...others, kind };
  const { heightM: ____, ...field } = others;
  return { ...field, kind };
}

function whereItCounts(
  record: Json,
  paths: readonly Path[],
  configuration: { id: string; name: string | null } | null,
): string {
  const all = configurationsOf(record).filter(({ focus }) => focus != null).length;
  if (all === 0 || configuration === null) return "Distances of blocks are measured from it.";
  if (paths.length > 1) return "It is the same in all configurations that have it. A change counts for all of them.";
  return number(paths[0]?.length, 0) > LAYOUT.length + 1
    ? `Only the configuration “${configuration.name ?? configuration.id}” has it like this.`
    : "Distances of blocks are measured from it.";
}
