// Bends the rows of a block, and shows it while the radius is changed.
import { useMemo, useState } from "preact/hooks";
import { bendRows } from "../../../layout-edits/bend-rows";
import { apartM, hundredths } from "../../../layout-edits/ground";
import { focusPlace } from "../../../layout-edits/pieces-in-motion";
import type { RecordEdit } from "../../../layout-edits/record-edit";
import { frameOf } from "../../../layout-edits/rule-frame";
import type { Json } from "../../../layouts/written-json";
import { SelectField } from "../../shell/form-fields";
import type { Designer } from "../designer";
import { NumberField, numberOf, Sheet } from "./bar-sheet";
import { radiusOfSelected, selectedBlock } from "./designer-actions";

type Shape = "straight" | "focus" | "radius";

const SHAPES: { value: Shape; text: string }[] = [
  { value: "straight", text: "Straight" },
  { value: "focus", text: "Around the stage" },
  { value: "radius", text: "With a radius of their own" },
];

export function BendSheet({ designer, onClose }: { designer: Designer; onClose: () => void }) {
  const [block] = useState(() => selectedBlock(designer)!);
  const focusM = useMemo(() => distanceM(designer, block.rule), []);
  const beforeM = useMemo(() => radiusOfSelected(designer), []);
  const [shape, setShape] = useState<Shape>(beforeM === null || beforeM === focusM ? "focus" : "radius");
  const [typed, setTyped] = useState(String(beforeM ?? 30));
  const change = useMemo((): RecordEdit | null => {
    const radiusM = { straight: null, focus: focusM, radius: numberOf(typed, 0.5, 2000) }[shape];
    return shape === "radius" && radiusM === null ? null : bendRows(block.piece.rule, radiusM);
  }, [shape, typed]);
  return (
    <Sheet designer={designer} title="Bend rows" action="Bend" step="Bend rows" change={change} onClose={onClose}>
      <SelectField label="Rows" value={shape} choices={SHAPES} onValue={setShape} />
      {shape === "radius" && (
        <NumberField
          label="Radius in metres"
          help="Of the first row. A larger radius bends less."
          value={typed}
          onValue={setTyped}
          least={0.5}
          most={2000}
        />
      )}
    </Sheet>
  );
}

/** How far the first row is from the focus. */
function distanceM(designer: Designer, rule: Json): number {
  const focus = focusPlace(designer.settled.value);
  const frame = frameOf(rule.geometry as Json, focus);
  return frame === null ? 20 : hundredths(apartM(frame.foot, focus));
}
