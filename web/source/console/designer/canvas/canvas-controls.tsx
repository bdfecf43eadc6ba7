// The buttons on the canvas: zoom, fit, snapping, selecting several parts, and the levels that are shown.
import type { ComponentChildren } from "preact";
import { PlusIcon } from "../../../design/icons";
import { useWatched } from "../../shell/watched";
import type { CanvasState } from "./canvas-state";

export function CanvasControls({ state }: { state: CanvasState }) {
  const isSnapping = useWatched(state.isSnapping);
  const isSelectingSeveral = useWatched(state.isSelectingSeveral);
  return (
    <>
      <LevelSwitches state={state} />
      <div class="plan-canvas-buttons" role="group" aria-label="View of the plan">
        <CanvasButton name="Zoom in" onClick={() => state.zoom(1)}>
          <PlusIcon />
        </CanvasButton>
        <CanvasButton name="Zoom out" onClick={() => state.zoom(-1)}>
          <Drawing path="M4 10h12" />
        </CanvasButton>
        <CanvasButton name="Show everything" onClick={() => state.fitAll()}>
          <Drawing path="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4" />
        </CanvasButton>
        <CanvasButton name="Show what is selected" onClick={() => state.fitSelection()}>
          <Drawing path="M3 6V3h3M14 3h3v3M17 14v3h-3M6 17H3v-3M7 7h6v6H7z" />
        </CanvasButton>
        <CanvasButton
          name="Snap to the grid and to other parts"
          isPressed={isSnapping}
          onClick={() => state.isSnapping.set(!isSnapping)}
        >
          <Drawing path="M4 3v7a6 6 0 0 0 12 0V3h-4v7a2 2 0 0 1-4 0V3zM4 6.5h4M12 6.5h4" />
        </CanvasButton>
        <CanvasButton
          name="Select several: each click or tap adds to what is selected"
          isPressed={isSelectingSeveral}
          onClick={() => state.isSelectingSeveral.set(!isSelectingSeveral)}
        >
          <Drawing path="M3 3h8v8H3zM9 11v6h8V9h-6M13 13h0M11.5 13h3M13 11.5v3" />
        </CanvasButton>
      </div>
    </>
  );
}

/** One switch for each level, if there are several: what is above hides what is below. */
function LevelSwitches({ state }: { state: CanvasState }) {
  const names = useLevels(state);
  const hidden = useWatched(state.hidden);
  if (names.length < 2) return null;
  const change = (level: string) => {
    const next = new Set(hidden);
    if (!next.delete(level)) next.add(level);
    state.hidden.set(next);
  };
  return (
    <details class="plan-canvas-levels">
      <summary>Levels</summary>
      <ul>
        {[...names].reverse().map((level) => (
          <li key={level}>
            <label class="check">
              <input type="checkbox" checked={!hidden.has(level)} onChange={() => change(level)} />
              <span>{level === "" ? "No level" : level}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The levels of the plan. They stay the same list while something is dragged. */
function useLevels(state: CanvasState): readonly string[] {
  useWatched(state.levelsKey);
  return state.scene.value.levels;
}

function CanvasButton(props: { name: string; isPressed?: boolean; onClick: () => void; children: ComponentChildren }) {
  return (
    <button
      type="button"
      class="button plan-canvas-button"
      aria-label={props.name}
      title={props.name}
      aria-pressed={props.isPressed}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}

function Drawing({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
