// The bar above the canvas: undo and redo, what can be added, and what can be done with what is selected.
import { useState } from "preact/hooks";
import { Dialog } from "../../../design/dialog";
import { CopyIcon, PasteIcon, RedoIcon, TrashIcon, UndoIcon } from "../../../design/icons";
import { useWatched } from "../../shell/watched";
import type { Designer } from "../designer";
import type { DesignerProps } from "../designer-props";
import { addItems } from "./add-items";
import { arrangeItems, duplicateItems, editItems } from "./bar-items";
import { BendSheet } from "./bend-sheet";
import { KEYS, useDesignerKeys } from "./designer-keys";
import { Menu, type MenuItem } from "./menu";
import { AlongLineSheet, AroundCircleSheet } from "./repeat-sheet";
import "./designer-bar.css";

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
