// The form of a body that stands or hangs in the hall and can hide something: a pillar, a screen, a rail.
import { hundredths } from "../../../layout-edits/ground";
import { CONFIGURATIONS, checkedLabel, configurationsOf } from "../../../layout-edits/hall-words";
import { WordsFault } from "../../../layout-edits/name-words";
import { type Piece, pathOf } from "../../../layout-edits/pieces";
import { changedAt, inTurn, type RecordEdit, valueAt } from "../../../layout-edits/record-edit";
import { type Json, number, text } from "../../../layouts/written-json";
import type { Designer } from "../designer";
import { FormGroup, formatNumber, LiveNumber, LiveSelect, LiveText } from "../designer-fields";

const KINDS = [
  { value: "stage", text: "Stage" },
  { value: "screen", text: "Screen" },
  { value: "pillar", text: "Pillar" },
  { value: "rail", text: "Rail" },
  { value: "rigging", text: "Rigging" },
  { value: "camera", text: "Camera" },
  { value: "wall", text: "Wall" },
  { value: "other", text: "Something else" },
] as const;

type BodyPiece = Piece & { kind: "obstruction" };

export function BodyForm({ designer, record, piece }: { designer: Designer; record: Json; piece: BodyPiece }) {
  const body = (valueAt(record, pathOf(piece)) ?? {}) as Json;
  const [bottomM, topM] = heights(body);
  const change =
    (to: (body: Json) => Json): RecordEdit =>
    (before) =>
      changedAt(before, pathOf(piece), (found) => to(found as Json));
  const configurations = configurationsOf(record);
  return (
    <>
      <h2>{text(body.name) || kindName(body)}</h2>
      <p class="soft small">{`From ${formatNumber(bottomM)} to ${formatNumber(topM)} m above the ground.`}</p>
      <FormGroup title="What it is" isOpen>
        <LiveText
          designer={designer}
          label="Name"
          help="Buyers read it where it hides something."
          title="Change the name of an obstacle"
          value={text(body.name)}
          placeholder={kindName(body)}
          edit={(name) =>
            change((each) => changedAt(each, ["name"], () => (name.trim() === "" ? undefined : checkedLabel(name))))
          }
        />
        <LiveSelect
          designer={designer}
          label="Kind"
          title="Change what an obstacle is"
          value={KINDS.find(({ value }) => value === body.kind)?.value ?? "other"}
          choices={KINDS}
          edit={(kind) => change((each) => ({ ...each, kind }))}
        />
        {configurations.length > 1 && (
          <LiveSelect
            designer={designer}
            label="In the configuration"
            title="Move an obstacle to another configuration"
            value={String(piece.configuration)}
            choices={configurations.map(({ id, name }, at) => ({ value: String(at), text: text(name) || String(id) }))}
            edit={(to) => movedBody(record, piece, Number(to))}
          />
        )}
      </FormGroup>
      <FormGroup title="Size" isOpen>
        {body.box != null && (
          <>
            <SideField designer={designer} body={body} axis="x" label="Width, west to east (m)" change={change} />
            <SideField designer={designer} body={body} axis="y" label="Depth, south to north (m)" change={change} />
          </>
        )}
        <HeightField
          designer={designer}
          label="From height (m)"
          value={bottomM}
          edit={(m) => change((each) => withHeights(each, m, topM))}
        />
        <HeightField
          designer={designer}
          label="To height (m)"
          value={topM}
          edit={(m) => change((each) => withHeights(each, bottomM, m))}
        />
      </FormGroup>
    </>
  );
}

type SideFieldProps = {
  designer: Designer;
  body: Json;
  axis: "x" | "y";
  label: string;
  change: (to: (body: Json) => Json) => RecordEdit;
};

/** The size of a box along an axis. Its middle stays where it is. */
function SideField({ designer, body, axis, label, change }: SideFieldProps) {
  const [from, to] = pair((body.box as Json)[axis]);
  const middle = (from + to) / 2;
  return (
    <LiveNumber
      designer={designer}
      label={label}
      title="Change the size of an obstacle"
      value={to - from}
      min={0.01}
      max={1000}
      step={0.1}
      edit={(metres) =>
        change((each) =>
          changedAt(each, ["box", axis], () => [hundredths(middle - metres / 2), hundredths(middle + metres / 2)]),
        )
      }
    />
  );
}

type HeightFieldProps = { designer: Designer; label: string; value: number; edit: (metres: number) => RecordEdit };

function HeightField(props: HeightFieldProps) {
  return <LiveNumber {...props} title="Change the height of an obstacle" min={-100} max={500} step={0.1} />;
}

function movedBody(record: Json, piece: BodyPiece, to: number): RecordEdit {
  const body = valueAt(record, pathOf(piece));
  return inTurn(
    (before) => changedAt(before, pathOf(piece), () => undefined),
    (before) =>
      changedAt(before, [...CONFIGURATIONS, to, "obstructions"], (found) => [
        ...(Array.isArray(found) ? found : []),
        body,
      ]),
  );
}

function heights(body: Json): [number, number] {
  const shape = (body.box ?? body.polygon ?? {}) as Json;
  return pair(shape.z);
}

function withHeights(body: Json, bottomM: number, topM: number): Json {
  if (bottomM >= topM) throw new WordsFault("The lower height must be below the upper one.");
  return changedAt(body, [body.box == null ? "polygon" : "box", "z"], () => [bottomM, topM]);
}

function pair(written: unknown): [number, number] {
  const [from, to] = Array.isArray(written) ? (written as unknown[]) : [];
  return [number(from, 0), number(to, 0)];
}

function kindName(body: Json): string {
  return KINDS.find(({ value }) => value === body.kind)?.text ?? "Obstacle";
}
