// The form of the whole hall: its name, what kind of building it is, its levels and categories.
import {
  addedCategory,
  type CategoryWords,
  categoriesOf,
  checkedLabel,
  type LevelWords,
  levelsOf,
  renamedLevel,
  withCategory,
  withLevelHeight,
  withoutCategory,
  withoutLevel,
} from "../../../layout-edits/hall-words";
import { changedAt, LAYOUT, rulesOf } from "../../../layout-edits/record-edit";
import { text } from "../../../layouts/written-json";
import { seatCount } from "../../../plan/plan";
import type { Designer } from "../designer";
import { FormGroup, LiveNumber, LiveSelect, LiveText, tried } from "../designer-fields";
import { AddByName, type HallProps } from "./add-by-name";
import { ConfigurationGroup } from "./hall-configurations-form";

const HALLS = [
  { value: "", text: "By its size" },
  { value: "theatre", text: "Theatre" },
  { value: "opera", text: "Opera house" },
  { value: "playhouse", text: "Playhouse" },
  { value: "black_box", text: "Black box" },
  { value: "concert_hall", text: "Concert hall" },
  { value: "cinema", text: "Cinema" },
  { value: "school_hall", text: "School hall" },
  { value: "church", text: "Church" },
  { value: "conference", text: "Conference hall" },
  { value: "club", text: "Club" },
  { value: "arena", text: "Arena" },
  { value: "stadium", text: "Stadium" },
  { value: "ballpark", text: "Ballpark" },
  { value: "amphitheatre", text: "Amphitheatre" },
] as const;

const ROOFS = [
  { value: "", text: "As usual" },
  { value: "closed", text: "Closed" },
  { value: "open", text: "Open sky" },
] as const;

export function HallForm(props: HallProps) {
  const { designer, record } = props;
  const { plan } = designer;
  const { hall, roof } = plan.value;
  const blocks = rulesOf(record).length;
  return (
    <>
      <h2>{text(record.name) || "The hall"}</h2>
      <p class="soft small">
        {`${seatCount(plan.value).toLocaleString("en")} seats in ${plan.value.sections.length} sections. `}
        {blocks === 0 ? "Add a block of rows above the canvas." : "Select a block or the stage to change it."}
      </p>
      <FormGroup title="Hall" isOpen>
        <LiveText
          designer={designer}
          label="Name"
          title="Change the name of the hall"
          value={text(record.name)}
          edit={(name) => (before) => changedAt(before, ["name"], () => checkedLabel(name))}
        />
        <LiveSelect
          designer={designer}
          label="Kind of hall"
          title="Change the kind of hall"
          value={hall ?? ""}
          choices={HALLS}
          edit={(kind) => (before) => changedAt(before, [...LAYOUT, "hall"], () => kind || undefined)}
        />
        <LiveSelect
          designer={designer}
          label="Roof"
          title="Change the roof"
          value={roof ?? ""}
          choices={ROOFS}
          edit={(chosen) => (before) => changedAt(before, [...LAYOUT, "roof"], () => chosen || undefined)}
        />
      </FormGroup>
      <LevelGroup {...props} />
      <CategoryGroup {...props} />
      <ConfigurationGroup {...props} />
    </>
  );
}

function LevelGroup({ designer, record }: HallProps) {
  const levels = levelsOf(record);
  return (
    <FormGroup title="Levels" now={levels.map(({ name }) => name).join(", ") || "none"}>
      {levels.map((level, at) => (
        <LevelFields key={at} designer={designer} level={level} />
      ))}
      <AddByName
        label="Name of a new level"
        action="Add level"
        add={(name) => tried(designer, () => newLevel(levels, name), "Add a level")}
      />
    </FormGroup>
  );
}

function LevelFields({ designer, level }: { designer: Designer; level: LevelWords }) {
  return (
    <fieldset class="fieldset form-wide form-gap" aria-label={`Level ${level.name}`}>
      <LiveText
        designer={designer}
        label="Level"
        title="Rename a level"
        value={level.name}
        isLate
        edit={(name) => renamedLevel(level.name, name)}
      />
      <LiveNumber
        designer={designer}
        label="Height of its floor (m)"
        title="Change the height of a level"
        value={level.heightM}
        placeholder="0"
        min={-100}
        max={300}
        step={0.1}
        edit={(heightM) => withLevelHeight(level.name, heightM)}
      />
      {level.blocks === 0 && (
        <button
          type="button"
          class="button button-small button-quiet"
          aria-label={`Remove level ${level.name}`}
          onClick={() => tried(designer, () => withoutLevel(level.name), "Remove a level")}
        >
          Remove
        </button>
      )}
    </fieldset>
  );
}

function newLevel(levels: readonly LevelWords[], name: string) {
  const top = Math.max(-3.5, ...levels.map(({ heightM }) => heightM ?? 0));
  return withLevelHeight(name, Math.round((top + 3.5) * 10) / 10);
}

const COLOURS = ["#b3261e", "#1f5fa8", "#2e7d4f", "#8a6d1a", "#6a4c93", "#0c6f86", "#b8487c", "#5c5f66"];

function CategoryGroup({ designer, record }: HallProps) {
  const categories = categoriesOf(record);
  const colour = COLOURS[categories.length % COLOURS.length]!;
  return (
    <FormGroup title="Categories" now={categories.map(({ name }) => name).join(", ") || "none"}>
      {categories.map((category) => (
        <CategoryFields key={category.id} designer={designer} category={category} />
      ))}
      <AddByName
        label="Name of a new category"
        action="Add category"
        add={(name) => tried(designer, () => addedCategory(record, name, colour).edit, "Add a category")}
      />
    </FormGroup>
  );
}

function CategoryFields({ designer, category }: { designer: Designer; category: CategoryWords }) {
  const { id, name, colour, blocks } = category;
  const paint = (chosen: string) => withCategory(id, { colour: chosen });
  return (
    <fieldset class="fieldset form-wide form-gap" aria-label={`Category ${name}`}>
      <input
        type="color"
        class="form-colour"
        aria-label={`Colour of ${name}`}
        value={colour ?? "#888888"}
        onInput={(event) => designer.show(paint(event.currentTarget.value))}
        onChange={(event) => tried(designer, () => paint(event.currentTarget.value), "Change a colour")}
      />
      <LiveText
        designer={designer}
        label="Category"
        title="Rename a category"
        value={name}
        edit={(written) => withCategory(id, { name: written })}
      />
      {blocks === 0 ? (
        <button
          type="button"
          class="button button-small button-quiet"
          aria-label={`Remove category ${name}`}
          onClick={() => tried(designer, () => withoutCategory(id), "Remove a category")}
        >
          Remove
        </button>
      ) : (
        <span class="soft small">{`${blocks} ${blocks === 1 ? "block" : "blocks"}`}</span>
      )}
    </fieldset>
  );
}
