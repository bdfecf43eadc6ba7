// The entries of the bar and of its menus.
import type { Side } from "../../../layout-edits/align-pieces";
import type { Designer } from "../designer";
import { keepCopied, readCopied } from "./clipboard";
import {
  alignSelected,
  copiedText,
  deleteSelected,
  distributeSelected,
  duplicateSelected,
  joinSelected,
  mirrorSelected,
  mirrorToOtherSide,
  paste,
  splitSelected,
  whyNotAlign,
  whyNotBend,
  whyNotCopy,
  whyNotDelete,
  whyNotJoin,
  whyNotMirror,
  whyNotRepeat,
  whyNotSplit,
} from "./designer-actions";
import type { MenuItem } from "./menu";

type OnSheet = (name: "line" | "circle" | "bend") => void;

const SIDES: readonly [Side, string][] = [
  ["left", "Align left"],
  ["centre", "Align centres"],
  ["right", "Align right"],
  ["top", "Align top"],
  ["middle", "Align middles"],
  ["bottom", "Align bottom"],
];

/** Undo and redo, and then what is used most. */
export function editItems(designer: Designer): MenuItem[] {
  const { nextUndo, nextRedo } = designer.history;
  const whyNot = whyNotCopy(designer);
  const copy = () => {
    const text = copiedText(designer);
    if (text !== null) keepCopied(text);
  };
  return [
    {
      id: "undo",
      title: "Undo",
      keys: nextUndo === null ? "Ctrl+Z" : `${nextUndo.title}, Ctrl+Z`,
      whyNot: nextUndo === null ? "There is nothing to undo." : null,
      run: () => designer.undo(),
    },
    {
      id: "redo",
      title: "Redo",
      keys: nextRedo === null ? "Ctrl+Shift+Z" : `${nextRedo.title}, Ctrl+Shift+Z`,
      whyNot: nextRedo === null ? "There is nothing to redo." : null,
      run: () => designer.redo(),
    },
    { id: "copy", title: "Copy", keys: "Ctrl+C", whyNot, run: copy },
    { id: "paste", title: "Paste", keys: "Ctrl+V", run: () => void pasteCopied(designer) },
    {
      id: "delete",
      title: "Delete",
      keys: "Delete",
      whyNot: whyNotDelete(designer),
      run: () => deleteSelected(designer),
    },
  ];
}

export function duplicateItems(designer: Designer, onSheet: OnSheet): MenuItem[] {
  const [whyNot, whyNotOne] = [whyNotCopy(designer), whyNotRepeat(designer)];
  return [
    { id: "once", title: "Once", keys: "Ctrl+D", whyNot, run: () => duplicateSelected(designer) },
    { id: "line", title: "Along a line …", whyNot: whyNotOne, run: () => onSheet("line") },
    { id: "circle", title: "Around the stage …", whyNot: whyNotOne, run: () => onSheet("circle") },
    { id: "side", title: "Mirrored, to the other side", whyNot, run: () => mirrorToOtherSide(designer) },
  ];
}

export function arrangeItems(designer: Designer, onSheet: OnSheet): MenuItem[] {
  const [whyNotMirrored, whyNotTwo, whyNotThree] = [
    whyNotMirror(designer),
    whyNotAlign(designer, 2),
    whyNotAlign(designer, 3),
  ];
  return [
    { id: "bend", title: "Bend rows …", whyNot: whyNotBend(designer), run: () => onSheet("bend") },
    { id: "mirror-x", title: "Mirror left to right", whyNot: whyNotMirrored, run: () => mirrorSelected(designer, 0) },
    { id: "mirror-y", title: "Mirror top to bottom", whyNot: whyNotMirrored, run: () => mirrorSelected(designer, 90) },
    ...SIDES.map(([side, title]) => ({
      id: side,
      title,
      whyNot: whyNotTwo,
      run: () => alignSelected(designer, side),
    })),
    { id: "spread-x", title: "Distribute across", whyNot: whyNotThree, run: () => distributeSelected(designer, "x") },
    { id: "spread-y", title: "Distribute down", whyNot: whyNotThree, run: () => distributeSelected(designer, "y") },
    {
      id: "split",
      title: "Separate from its group",
      whyNot: whyNotSplit(designer),
      run: () => splitSelected(designer),
    },
    { id: "join", title: "Join as one group", whyNot: whyNotJoin(designer), run: () => joinSelected(designer) },
  ];
}

async function pasteCopied(designer: Designer): Promise<void> {
  const text = await readCopied();
  if (text !== null) paste(designer, text);
}
