// The panel for what is selected: what it is called, its rows and seats, and where it is.
import { useEffect, useRef } from "preact/hooks";
import { keyOfPiece, type Piece } from "../../../layout-edits/pieces";
import { rulesOf } from "../../../layout-edits/record-edit";
import { useWatched } from "../../shell/watched";
import type { DesignerProps } from "../designer-props";
import { BlockForm, CategoryField, LevelField } from "./block-form";
import { BodyForm } from "./body-form";
import { FocusForm } from "./focus-form";
import { HallForm } from "./hall-form";
import "./draw-panel.css";
import { blockKind } from "../../../layout-edits/block-words";
import { ruleTitle } from "../../../layout-edits/section-words";
import type { Json } from "../../../layouts/written-json";
import type { Designer } from "../designer";
import { FormGroup } from "../designer-fields";
import { ElevationField, RakeFields, SpacingField, TreadField } from "./block-shape-form";
import { isNumberable, NumberingButton } from "./numbering-dialog";

export function DrawPanel(props: DesignerProps) {
  const selection = useWatched(props.designer.selection);
  const key = selection.map(keyOfPiece).join(" ");
  const panel = useRef<HTMLElement>(null);
  useEffect(() => showTop(panel.current), [key]);
  return (
    <section ref={panel} class="card panel draw-panel" aria-label="What is selected">
      <Form key={key} {...props} selection={selection} />
    </section>
  );
}

/** Scrolls back to the name of what is selected, where somebody has scrolled past it. */
function showTop(panel: HTMLElement | null): void {
  const side = panel?.parentElement;
  if (panel == null || side == null) return;
  const aboveBy = side.getBoundingClientRect().top - panel.getBoundingClientRect().top;
  if (aboveBy > 0) side.scrollBy({ top: -aboveBy });
}

function Form({ designer, stored, selection }: DesignerProps & { selection: readonly Piece[] }) {
  const record = useWatched(designer.record);
  const indexes = selection.flatMap((piece) => (piece.kind === "section" ? [piece.rule] : []));
  const [piece] = selection;
  if (piece === undefined) return <HallForm designer={designer} record={record} />;
  if (indexes.length > 1) {
    return (
      <SeveralForm designer={designer} record={record} indexes={indexes} others={selection.length - indexes.length} />
    );
  }
  const shown = selection.find(({ kind }) => kind === "section") ?? piece;
  if (shown.kind === "focus") return <FocusForm designer={designer} record={record} />;
  if (shown.kind === "obstruction") return <BodyForm designer={designer} record={record} piece={shown} />;
  const rule = rulesOf(record)[shown.rule];
  if (rule === undefined) return null;
  const { venueId } = stored.venue;
  return (
    <BlockForm designer={designer} record={record} rule={rule} index={shown.rule} piece={shown} venueId={venueId} />
  );
}

type SeveralFormProps = { designer: Designer; record: Json; indexes: readonly number[]; others: number };

/** The form of several blocks: what they have in common, changed together. */
function SeveralForm({ designer, record, indexes, others }: SeveralFormProps) {
  const rules = rulesOf(record);
  const all = { designer, record, indexes, rules: indexes.map((index) => rules[index] ?? {}) };
  const rows = indexes.filter((index) => blockKind(rules[index] ?? {}) === "rows");
  const ofRows = { designer, indexes: rows, rules: rows.map((index) => rules[index] ?? {}) };
  return (
    <>
      <h2>{indexes.length} blocks</h2>
      <p class="soft small">
        {all.rules.slice(0, 6).map(ruleTitle).join(", ")}
        {indexes.length > 6 && ` and ${indexes.length - 6} more`}
        {others > 0 && `, and ${others} other ${others === 1 ? "part" : "parts"} of the hall`}. A field that says
        “different” changes all of them.
      </p>
      <FormGroup title="Level and category" isOpen>
        <LevelField {...all} />
        <CategoryField {...all} />
      </FormGroup>
      {rows.length > 0 && (
        <>
          <FormGroup title="Distances" isOpen>
            <SpacingField {...ofRows} />
            <TreadField {...ofRows} />
          </FormGroup>
          <FormGroup title="Height and rake" isOpen>
            <ElevationField {...ofRows} />
            <RakeFields {...ofRows} />
          </FormGroup>
        </>
      )}
      {all.rules.some(isNumberable) && <NumberingButton designer={designer} />}
    </>
  );
}
