// The panel for painting seats: wheelchair spaces, restricted views, categories.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Paint } from "../../../layout-edits/painted-facts";
import { rulesOf } from "../../../layout-edits/record-edit";
import { sectionIds } from "../../../layout-edits/section-ids";
import { CheckField, TextField } from "../../shell/form-fields";
import { useWatched } from "../../shell/watched";
import { useColouring } from "../canvas/use-colouring";
import type { DesignerProps } from "../designer-props";
import { PaintByWords } from "./paint-by-words";
import { colourOf, countsOf, type PaintChoice, paintChoices } from "./paint-choices";
import { ONE_SEAT_M, type PaintSettings, PaintTool } from "./paint-tool";
import type { PaintShape } from "./painted-seats";
import "./paint-panel.css";

const SHAPES: readonly { value: PaintShape; radiusM: number; text: string }[] = [
  { value: "brush", radiusM: ONE_SEAT_M, text: "Seat" },
  { value: "brush", radiusM: 1, text: "Brush" },
  { value: "brush", radiusM: 2.5, text: "Large brush" },
  { value: "row", radiusM: 0, text: "Row" },
  { value: "block", radiusM: 0, text: "Block" },
  { value: "rectangle", radiusM: 0, text: "Rectangle" },
];
const NOTE_LENGTH_MAX = 200;

export function PaintPanel({ designer }: DesignerProps) {
  // Counted when a stroke is over, not while it goes on.
  useWatched(designer.settled);
  const plan = designer.plan.value;
  const choices = useMemo(() => paintChoices(plan), [JSON.stringify(plan.categories)]);
  const counts = useMemo(() => countsOf(plan, choices), [plan, choices]);
  const [chosenId, setChosen] = useState("wheelchair");
  const chosen = choices.find(({ id }) => id === chosenId) ?? choices[0]!;
  const [shape, setShape] = useState(SHAPES[0]!);
  const [isErasing, setErasing] = useState(false);
  const [inAllLike, setAllLike] = useState(true);
  const [note, setNote] = useState("");
  const settings: PaintSettings = {
    paint: withNote(chosen.paint, note),
    title: chosen.title,
    isErasing,
    shape: shape.value,
    radiusM: shape.radiusM,
    inAllLike,
  };
  const latest = useRef(settings);
  latest.current = settings;
  const [tool] = useState(() => new PaintTool(designer, () => latest.current));
  const said = useWatched(tool.said);

  useEffect(() => {
    designer.tool.set(tool);
    const removeLayer = () => designer.layers.set(designer.layers.value.filter(({ id }) => id !== tool.layer.id));
    designer.addLayer(tool.layer);
    return () => {
      tool.cancel();
      removeLayer();
      if (designer.tool.value === tool) designer.tool.set(null);
    };
  }, [designer, tool]);
  useColouring(designer, () => colourOf(designer, choices, chosen), [choices, chosen]);

  return (
    <div class="card panel paint-panel">
      <PaintLegend choices={choices} counts={counts} chosen={chosen} onChosen={setChosen} />
      {chosen.paint.kind === "restrictedView" && (
        <TextField
          label="What is in the way"
          isOptional
          help="A sentence for buyers, such as “A pillar hides part of the stage”."
          maxLength={NOTE_LENGTH_MAX}
          value={note}
          onValue={setNote}
        />
      )}
      <fieldset class="paint-buttons row" aria-label="What the pointer does">
        <Pressed isPressed={!isErasing} text="Paint" onPress={() => setErasing(false)} />
        <Pressed isPressed={isErasing} text="Erase" onPress={() => setErasing(true)} />
      </fieldset>
      <fieldset class="paint-buttons row" aria-label="How much at once">
        {SHAPES.map((each) => (
          <Pressed key={each.text} isPressed={each === shape} text={each.text} onPress={() => setShape(each)} />
        ))}
      </fieldset>
      <LikeBlocks designer={designer} inAllLike={inAllLike} onAllLike={setAllLike} />
      <p class="soft small">
        Draw over the seats on the plan. Alt does the opposite. By keyboard: on the plan, arrow keys go from seat to
        seat, and the space bar paints.
      </p>
      <PaintByWords designer={designer} settings={settings} onSaid={(text) => tool.said.set(text)} />
      <p class="small soft" role="status">
        {said}
      </p>
    </div>
  );
}

type PaintLegendProps = {
  choices: readonly PaintChoice[];
  counts: ReadonlyMap<string, number>;
  chosen: PaintChoice;
  onChosen: (id: string) => void;
};

/** What can be painted, with how many seats have it. */
function PaintLegend({ choices, counts, chosen, onChosen }: PaintLegendProps) {
  return (
    <fieldset class="paint-legend">
      <legend class="field-label">What to paint</legend>
      {choices.map(({ id, title, colour }) => (
        <label key={id} class="paint-choice">
          <input type="radio" name="paint" checked={id === chosen.id} onChange={() => onChosen(id)} />
          <span class="paint-swatch" style={{ background: colour }} aria-hidden="true" />
          <span>{title}</span>
          <span class="soft small">{(counts.get(id) ?? 0).toLocaleString()}</span>
        </label>
      ))}
      {!choices.some(({ paint }) => paint.kind === "category") && (
        <p class="soft small">Categories appear here once the hall has some: under Draw, with nothing selected.</p>
      )}
    </fieldset>
  );
}

type LikeBlocksProps = Pick<DesignerProps, "designer"> & { inAllLike: boolean; onAllLike: (is: boolean) => void };

/** The switch for rules of many like blocks; nothing where there are none. */
function LikeBlocks({ designer, inAllLike, onAllLike }: LikeBlocksProps) {
  const hovered = useWatched(designer.hovered);
  const record = useWatched(designer.settled);
  const counts = useMemo(() => rulesOf(record).map((rule) => sectionIds(rule)), [record]);
  if (counts.every((ids) => ids.length < 2)) return null;
  const around = hovered === null ? undefined : counts.find((ids) => ids.includes(hovered.section));
  const many = around !== undefined && around.length > 1 ? `${around.length} ` : "";
  return (
    <CheckField
      label={`In all ${many}like blocks`}
      help="Switched off, a block that you paint is taken out of those that are alike."
      isChecked={inAllLike}
      onChecked={onAllLike}
    />
  );
}

function Pressed({ isPressed, text, onPress }: { isPressed: boolean; text: string; onPress: () => void }) {
  return (
    <button type="button" class="button button-small" aria-pressed={isPressed} onClick={onPress}>
      {text}
    </button>
  );
}

function withNote(paint: Paint, note: string): Paint {
  return paint.kind === "restrictedView" ? { ...paint, note } : paint;
}
