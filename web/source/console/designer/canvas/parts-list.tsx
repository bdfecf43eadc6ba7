// All parts of the hall as a list, so that each can be selected without a pointer.
import { useState } from "preact/hooks";
import { isSamePiece, keyOfPiece, type Piece } from "../../../layout-edits/pieces";
import { useWatched } from "../../shell/watched";
import { piecesOf } from "./canvas-scene";
import type { CanvasState } from "./canvas-state";
import { pieceInWords } from "./piece-words";

export function PartsList({ state }: { state: CanvasState }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="plan-canvas-parts" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Parts of the hall</summary>
      {isOpen && <Parts state={state} />}
    </details>
  );
}

/** The name of a part, and what it holds in the background. */
function PartName({ words }: { words: string }) {
  const at = words.lastIndexOf(": ");
  if (at < 0) return words;
  return (
    <span>
      {words.slice(0, at)} <span class="soft">{words.slice(at + 2)}</span>
    </span>
  );
}

/** Follows the settled record: a drag does not draw the list again. */
function Parts({ state }: { state: CanvasState }) {
  const { designer } = state;
  useWatched(designer.settled);
  useWatched(designer.configuration);
  const selection = useWatched(designer.selection);
  const scene = state.scene.value;
  const isSelected = (piece: Piece) => selection.some((each) => isSamePiece(each, piece));
  const pick = (piece: Piece, isAdded: boolean) => {
    state.pick(piece, isAdded);
    state.showSelection();
  };
  return (
    <ul>
      {piecesOf(scene).map((piece) => (
        <li key={keyOfPiece(piece)}>
          <button
            type="button"
            class="button button-quiet button-small"
            aria-pressed={isSelected(piece)}
            onClick={(event) => pick(piece, event.shiftKey || event.ctrlKey || event.metaKey)}
          >
            <PartName words={pieceInWords(scene, piece)} />
          </button>
        </li>
      ))}
    </ul>
  );
}
