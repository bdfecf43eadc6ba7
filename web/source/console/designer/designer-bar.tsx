// The bar above the canvas: undo and redo, what can be added, and what can be done with what is selected.
import type { DesignerProps } from "./designer-props";
import { useWatched } from "./watched";

export function DesignerBar({ designer }: DesignerProps) {
  useWatched(designer.steps);
  const { nextUndo, nextRedo } = designer.history;
  return (
    <div class="designer-bar row" role="toolbar" aria-label="Designer">
      <button
        type="button"
        class="button button-small"
        disabled={nextUndo === null}
        title={nextUndo === null ? "" : `Undo: ${nextUndo.title}`}
        onClick={() => designer.undo()}
      >
        Undo
      </button>
      <button
        type="button"
        class="button button-small"
        disabled={nextRedo === null}
        title={nextRedo === null ? "" : `Redo: ${nextRedo.title}`}
        onClick={() => designer.redo()}
      >
        Redo
      </button>
    </div>
  );
}
