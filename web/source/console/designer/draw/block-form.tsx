// The form of one block: a rule of one section, or of many like ones.
import { alignmentOf, blockKind, geometryOf, otherFacts, rakeInWords, rakeOf } from "../../../layout-edits/block-words";
import { categoriesOf, levelsOf } from "../../../layout-edits/hall-words";
import { listedHeights, withListedHeights } from "../../../layout-edits/listed-rows";
import { checkedName } from "../../../layout-edits/name-words";
import type { Piece } from "../../../layout-edits/pieces";
import { changedAt, withRule } from "../../../layout-edits/record-edit";
import { sectionIds } from "../../../layout-edits/section-ids";
import { ruleTitle, withSectionIds, withSectionName } from "../../../layout-edits/section-words";
import { type Json, number, text } from "../../../layouts/written-json";
import { FormGroup, formatNumber, LiveNumber, LiveSelect, LiveText } from "../designer-fields";
import { ExceptionGroup } from "./block-exceptions-form";
import { GapGroup } from "./block-gaps-form";
import { PlaceGroup } from "./block-place-form";
import { type BlockProps, common, inAll, type ManyProps } from "./block-props";
import { RowGroup } from "./block-rows-form";
import { SeatGroup } from "./block-seats-form";
import { RakeGroup, ShapeGroup } from "./block-shape-form";
import { LikeBlocksGroup } from "./like-blocks-form";
import { isNumberable, NumberingButton } from "./numbering-dialog";
import { TableGroup } from "./tables-form";

type BlockFormProps = BlockProps & { piece: Piece & { kind: "section" }; venueId: string };

const SHOWN_GEOMETRY: ReadonlySet<string> = new Set(
  (
    "shape bearingDeg bearingStepDeg distanceM origin facingDeg radiusM elevationM treadM riserM risersM cValueMm " +
    "spacingM shiftM shiftStepM align aisles rowGaps tables area"
  ).split(" "),
);

export function BlockForm({ piece, venueId, ...props }: BlockFormProps) {
  const { rule } = props;
  const kind = blockKind(rule);
  const isRows = kind === "rows";
  const isPlaced = rule.geometry != null;
  return (
    <>
      <h2>{ruleTitle(rule)}</h2>
      <p class="soft small">{kindInWords(rule)}</p>
      <NameGroup {...props} />
      {kind === "listed" && <ListedNote rule={rule} venueId={venueId} />}
      {kind === "listed" && <ListedHeightGroup {...props} />}
      {kind !== "listed" && <LikeBlocksGroup {...props} sectionId={piece.id} />}
      {isRows && <RowGroup {...props} />}
      {kind === "tables" && <TableGroup {...props} />}
      {(isRows || kind === "seats") && <SeatGroup {...props} />}
      {isRows && rule.seats != null && <ExceptionGroup {...props} />}
      {isRows && isPlaced && <GapGroup {...props} />}
      {(isRows || kind === "seats") && isPlaced && <ShapeGroup {...props} />}
      {isRows && isPlaced && <RakeGroup {...props} />}
      <PlaceGroup {...props} />
      {isNumberable(rule) && <NumberingButton designer={props.designer} />}
      <OtherFacts rule={rule} venueId={venueId} />
    </>
  );
}

const KINDS = [
  { value: "seated", text: "Seats" },
  { value: "suite", text: "Box or suite" },
  { value: "standing", text: "Standing" },
] as const;

function NameGroup({ designer, record, rule, index }: BlockProps) {
  const ids = sectionIds(rule);
  const isOne = ids.length <= 1;
  const isCounted = rule.seats == null && !Array.isArray(rule.positions);
  return (
    <FormGroup title="Name and level" isOpen>
      <LiveText
        designer={designer}
        label={isOne ? "Name" : "Name of each"}
        {...(isOne ? {} : { help: "{number} stands for the number of each block." })}
        title="Change the name"
        value={text(rule.name) || (isOne ? (ids[0] ?? "") : "{id}")}
        edit={(name) => withRule(index, (each) => withSectionName(each, name === ids[0] ? "" : name))}
      />
      {isOne && (
        <LiveText
          designer={designer}
          label="Id"
          title="Change the id of a section"
          value={ids[0] ?? ""}
          isLate
          edit={(id) => withSectionIds(record, index, [checkedName(id)])}
        />
      )}
      <LevelField designer={designer} record={record} rules={[rule]} indexes={[index]} />
      <LiveSelect
        designer={designer}
        label="What it is"
        title="Change what a block is"
        value={KINDS.find(({ value }) => value === rule.kind)?.value ?? "seated"}
        choices={KINDS}
        edit={(kind) =>
          withRule(index, (each) => changedAt(each, ["kind"], () => (kind === "seated" ? undefined : kind)))
        }
      />
      <CategoryField designer={designer} record={record} rules={[rule]} indexes={[index]} />
      {isCounted && (
        <LiveNumber
          designer={designer}
          label={rule.kind === "standing" ? "People who can stand here" : "People who have room"}
          title="Change the number of people"
          value={typeof rule.capacity === "number" ? rule.capacity : null}
          placeholder="not stated"
          min={1}
          max={250_000}
          step={1}
          isWhole
          edit={(capacity) => withRule(index, (each) => ({ ...each, capacity }))}
        />
      )}
    </FormGroup>
  );
}

type RecordProps = ManyProps & { record: Json };

/** The level of one block or of many: one that there is, or a new one. */
export function LevelField({ designer, record, rules, indexes }: RecordProps) {
  return (
    <LiveText
      designer={designer}
      label="Level"
      title="Change the level"
      value={common(rules.map((rule) => text(rule.level)))}
      {...(common(rules.map((rule) => text(rule.level))) === "" ? { placeholder: "none" } : {})}
      suggestions={levelsOf(record).map(({ name }) => name)}
      edit={(level) => inAll(indexes, (rule) => changedAt(rule, ["level"], () => level.trim() || undefined))}
    />
  );
}

/** The category of all seats of one block or of many. */
export function CategoryField({ designer, record, rules, indexes }: RecordProps) {
  const choices = categoriesOf(record).map(({ id, name }) => ({ value: id, text: name }));
  if (choices.length === 0) return null;
  return (
    <LiveSelect
      designer={designer}
      label="Category"
      title="Change the category"
      value={common(rules.map((rule) => text(rule.category)))}
      choices={[{ value: "", text: "none" }, ...choices]}
      edit={(id) => inAll(indexes, (rule) => changedAt(rule, ["category"], () => id || undefined))}
    />
  );
}

function kindInWords(rule: Json): string {
  const geometry = geometryOf(rule);
  const words = {
    rows: `Rows of seats, ${geometry.shape === "curved" ? "curved" : "straight"}, ${rakeInWords(rakeOf(rule))}`,
    seats: "Seats without rows",
    tables: "Tables with seats around them",
    area: "Standing area",
    capacity: rule.kind === "standing" ? "Standing, without an area" : "Without single seats",
    listed: "A list of single seats",
  };
  const height = number(geometry.elevationM, 0);
  const align = alignmentOf(rule) === "centre" ? "" : `, meeting at the ${alignmentOf(rule)}`;
  return `${words[blockKind(rule)]}${align}${height === 0 ? "" : `, ${formatNumber(height)} m up`}.`;
}

function ListedNote({ rule, venueId }: { rule: Json; venueId: string }) {
  const rows = rule.positions as Json[];
  const seats = rows.reduce((sum, { x }) => sum + (Array.isArray(x) ? x.length : 0), 0);
  return (
    <p class="small">
      Each of its {seats.toLocaleString("en")} seats has a place of its own, since nothing regular describes them. Move
      the block on the canvas, and number it below; the name and place of a single seat are in the{" "}
      <a href={`#/venues/${venueId}/record`}>Record tab</a>.
    </p>
  );
}

function ListedHeightGroup({ designer, record, rule, index }: BlockProps) {
  const found = listedHeights(record, rule);
  const heights = found ?? { firstM: 0, riseM: 0 };
  return (
    <FormGroup
      title="Height and rake"
      now={found === null ? "different in each row" : `${formatNumber(found.riseM)} m for each row`}
    >
      <LiveNumber
        designer={designer}
        label="First row above its level (m)"
        title="Change the height"
        value={found?.firstM ?? null}
        min={-100}
        max={300}
        step={0.1}
        edit={(firstM) => withListedHeights(index, { ...heights, firstM })}
      />
      <LiveNumber
        designer={designer}
        label="Each row is higher by (m)"
        title="Change the rake"
        value={found?.riseM ?? null}
        min={0}
        max={5}
        step={0.01}
        edit={(riseM) => withListedHeights(index, { ...heights, riseM })}
      />
    </FormGroup>
  );
}

function OtherFacts({ rule, venueId }: { rule: Json; venueId: string }) {
  const facts = otherFacts(rule, SHOWN_GEOMETRY);
  if (facts.length === 0) return null;
  return (
    <p class="soft small">
      This block also has {facts.join(", ")}; they stay as they are. See the{" "}
      <a href={`#/venues/${venueId}/record`}>Record tab</a>.
    </p>
  );
}
