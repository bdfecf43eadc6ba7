// The canvas on which the plan is drawn and changed.
import { useEffect, useRef, useState } from "preact/hooks";
import { useWatched } from "../../shell/watched";
import type { DesignerProps } from "../designer-props";
import { CanvasControls } from "./canvas-controls";
import { CanvasKeys } from "./canvas-keys";
import { CanvasPicture } from "./canvas-picture";
import { CanvasPointers } from "./canvas-pointers";
import { CanvasState } from "./canvas-state";
import { SelectTool } from "./select-tool";
import "./canvas.css";
import { isSamePiece, keyOfPiece, type Piece } from "../../../layout-edits/pieces";
import { piecesOf } from "./canvas-scene";
import { pieceInWords } from "./piece-words";

const KEYS =
  "Tab selects the next part, Escape nothing. Arrow keys move what is selected by 10 centimetres, with Shift by a " +
  "metre; R turns it; Enter leads to its fields. Delete removes it. Control A selects all blocks. Plus and minus zoom, zero shows everything. " +
  "Escape, then Tab, leaves the canvas.";

export function PlanCanvas({ designer }: DesignerProps) {
  const [state] = useState(() => new CanvasState(designer));
  const stack = useRef<HTMLDivElement>(null);
  const [still, above] = [useRef<HTMLCanvasElement>(null), useRef<HTMLCanvasElement>(null)];
  const isDrawn = useWatched(designer.fault) === null;

  useEffect(() => {
    const element = stack.current!;
    const ends = [
      state.follow(),
      watchSize(element, state),
      new CanvasPicture(element, still.current!, above.current!, designer, state).start(),
      listen(element, state),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [state]);

  return (
    <div class="plan-canvas">
      <div
        ref={stack}
        class="plan-canvas-stack"
        role="application"
        tabIndex={0}
        aria-label="Plan of the hall"
        aria-describedby="plan-canvas-keys"
      >
        <canvas ref={still} aria-hidden="true" />
        <canvas ref={above} aria-hidden="true" />
      </div>
      <p id="plan-canvas-keys" hidden>
        {KEYS}
      </p>
      {!isDrawn && <p class="plan-canvas-fault badge badge-warn">The plan shows the last text that could be read.</p>}
      <PartsList state={state} />
      <CanvasControls state={state} />
      <SaidText state={state} />
    </div>
  );
}

function SaidText({ state }: { state: CanvasState }) {
  return (
    <p class="visually-hidden" role="status">
      {useWatched(state.said)}
    </p>
  );
}

function watchSize(element: HTMLElement, state: CanvasState): () => void {
  const measure = () => state.resize(element.clientWidth, element.clientHeight);
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  measure();
  return () => observer.disconnect();
}

/** Hears pointers and keys on the canvas. */
function listen(element: HTMLElement, state: CanvasState): () => void {
  const { designer } = state;
  const pointers = new CanvasPointers(element, designer, state, new SelectTool(designer, state));
  const keys = new CanvasKeys(designer, state, () => pointers.cancel());
  const down = (event: KeyboardEvent) => {
    const isOfTool = designer.tool.value?.key?.(event) === true;
    if (event.key === " " && !isOfTool) pointers.isSpaceDown = true;
    if (isOfTool || event.key === " " || keys.press(event)) event.preventDefault();
  };
  const up = (event: KeyboardEvent) => {
    if (event.key === " ") pointers.isSpaceDown = false;
  };
  const settle = () => keys.settle();
  const enter = () => keys.enter();
  const stay = () => keys.stay();
  element.addEventListener("keydown", down);
  element.addEventListener("keyup", up);
  element.addEventListener("focus", enter);
  element.addEventListener("blur", settle);
  element.addEventListener("pointerdown", settle, { capture: true });
  element.addEventListener("pointerup", stay, { capture: true });
  const end = pointers.start();
  return () => {
    settle();
    end();
    element.removeEventListener("keydown", down);
    element.removeEventListener("keyup", up);
    element.removeEventListener("focus", enter);
    element.removeEventListener("blur", settle);
    element.removeEventListener("pointerdown", settle, { capture: true });
    element.removeEventListener("pointerup", stay, { capture: true });
  };
}

/** All parts of the hall as a list, so that each can be selected without a pointer. */
function PartsList({ state }: { state: CanvasState }) {
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
