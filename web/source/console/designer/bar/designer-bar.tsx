// The bar above the canvas: undo and redo, what can be added, and what can be done with what is selected.
import { useMemo, useState } from "preact/hooks";
import { Dialog } from "../../../design/dialog";
import { CopyIcon, PasteIcon, RedoIcon, TrashIcon, UndoIcon } from "../../../design/icons";
import { useWatched } from "../../shell/watched";
import type { Designer } from "../designer";
import type { DesignerProps } from "../designer-props";
import { addItems } from "./add-items";
import { arrangeItems, duplicateItems, editItems } from "./bar-items";
import { KEYS, useDesignerKeys } from "./designer-keys";
import { Menu, type MenuItem } from "./menu";
import { AlongLineSheet, AroundCircleSheet } from "./repeat-sheet";
import "./designer-bar.css";
import { bendRows } from "../../../layout-edits/bend-rows";
import { apartM, hundredths } from "../../../layout-edits/ground";
import { focusPlace } from "../../../layout-edits/pieces-in-motion";
import type { RecordEdit } from "../../../layout-edits/record-edit";
import { frameOf } from "../../../layout-edits/rule-frame";
import type { Json } from "../../../layouts/written-json";
import { SelectField } from "../../shell/form-fields";
import { NumberField, numberOf, Sheet } from "./bar-sheet";
import { radiusOfSelected, selectedBlock } from "./designer-actions";

/** The form that is open above the canvas. */
type SheetName = "line" | "circle" | "bend";

const SHEETS = { line: AlongLineSheet, circle: AroundCircleSheet, bend: BendSheet };

export function DesignerBar({ designer }: DesignerProps) {
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const [isHelpOpen, setHelp] = useState(false);
  useDesignerKeys(designer, () => setHelp(true));
  const Open = sheet === null ? null : SHEETS[sheet];
  return (
    <div class="designer-bar">
      <div class="row" role="toolbar" aria-label="Designer">
        <Menu title="Add" items={addItems(designer)} />
        <Actions designer={designer} onSheet={setSheet} />
        <button
          type="button"
          class="button button-small bar-help"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={() => setHelp(true)}
        >
          ?
        </button>
      </div>
      {Open !== null && <Open designer={designer} onClose={() => setSheet(null)} />}
      {isHelpOpen && <KeysDialog onClose={() => setHelp(false)} />}
    </div>
  );
}

function Actions({ designer, onSheet }: { designer: Designer; onSheet: (name: SheetName) => void }) {
  useWatched(designer.steps);
  useWatched(designer.selection);
  useWatched(designer.settled);
  const [undo, redo, ...edits] = editItems(designer);
  const [duplicate, arrange] = [duplicateItems(designer, onSheet), arrangeItems(designer, onSheet)];
  return (
    <>
      <Action item={undo!} />
      <Action item={redo!} />
      <div class="row bar-wide">
        {edits.map((item) => (
          <Action key={item.id} item={item} />
        ))}
        <Menu title="Duplicate" items={duplicate} />
        <Menu title="Arrange" items={arrange} />
      </div>
      <Menu
        title="More"
        class="bar-narrow"
        items={[
          ...edits,
          { id: "duplicate", title: "Duplicate", items: duplicate },
          { id: "arrange", title: "Arrange", items: arrange },
        ]}
      />
    </>
  );
}

const ICONS: Readonly<Record<string, typeof UndoIcon>> = {
  undo: UndoIcon,
  redo: RedoIcon,
  copy: CopyIcon,
  paste: PasteIcon,
  delete: TrashIcon,
};

/** A button that stays where it is when it cannot be pressed, so that the focus does, too. */
function Action({ item: { id, title, keys, whyNot, run } }: { item: MenuItem }) {
  const Icon = ICONS[id];
  return (
    <button
      type="button"
      class="button button-small"
      aria-disabled={whyNot != null}
      title={whyNot == null ? `${title}${keys === undefined ? "" : ` (${keys})`}` : `${title}: ${whyNot}`}
      onClick={() => whyNot == null && run?.()}
    >
      {Icon !== undefined && <Icon />}
      <span class="bar-word">{title}</span>
    </button>
  );
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <p>They work while the plan, or a button of the designer, has the focus. On a Mac, press Command for Ctrl.</p>
      <dl class="keys-list">
        {KEYS.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

type Shape = "straight" | "focus" | "radius";

const SHAPES: { value: Shape; text: string }[] = [
  { value: "straight", text: "Straight" },
  { value: "focus", text: "Around the stage" },
  { value: "radius", text: "With a radius of their own" },
];

/** Bends the rows of a block, and shows it while the radius is changed. */
function BendSheet({ designer, onClose }: { designer: Designer; onClose: () => void }) {
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
