// The panel for what is selected: what it is called, its rows and seats, and where it is.
import { useEffect, useRef } from "preact/hooks";
import { keyOfPiece, type Piece } from "../../../layout-edits/pieces";
import { rulesOf } from "../../../layout-edits/record-edit";
import { useWatched } from "../../shell/watched";
import type { DesignerProps } from "../designer-props";
import { BlockForm } from "./block-form";
import { BodyForm } from "./body-form";
import { FocusForm } from "./focus-form";
import { HallForm } from "./hall-form";
import { SeveralForm } from "./several-form";
import "./draw-panel.css";

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
