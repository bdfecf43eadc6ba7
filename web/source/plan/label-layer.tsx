// The layer of the map with all texts. They lie over all shapes, and below the dots.
import type { PlacedLabel } from "./label-placement";
import { LINE_EM, labelName } from "./label-placement";

const CORNER_PIXELS = 4;

export function LabelLayer(props: {
  labels: readonly PlacedLabel[];
  pixelsPerM: number;
  closed: ReadonlySet<string>;
  /** Whether a section is shown with its seats, and the names of the others are in the background. */
  isZoomed: boolean;
  onPickRow: ((row: string) => void) | undefined;
}) {
  const { labels, pixelsPerM, closed, onPickRow } = props;
  return (
    <g class={props.isZoomed ? "venue-map-labels is-zoomed" : "venue-map-labels"} aria-hidden="true">
      {labels.map((label) => {
        const { kind, id, x, y, sizePixels, box } = label;
        const isClosed = kind === "section" && closed.has(id);
        return (
          <g key={labelName(label)} class={`venue-map-label is-${kind}${isClosed ? " is-closed" : ""}`}>
            {kind === "tag" && (
              <rect x={box.left} y={box.top} width={box.width} height={box.height} rx={CORNER_PIXELS / pixelsPerM} />
            )}
            <text
              aria-hidden="true"
              x={x}
              y={y}
              style={{ fontSize: `${(sizePixels / pixelsPerM).toFixed(3)}px` }}
              onClick={kind === "row" && onPickRow !== undefined ? () => onPickRow(id) : undefined}
              transform={label.isUpright ? `rotate(-90 ${x} ${y})` : undefined}
            >
              {label.text.includes("\n")
                ? label.text.split("\n").map((line, index, lines) => (
                    <tspan key={line} x={x} dy={`${index === 0 ? -(lines.length - 1) * (LINE_EM / 2) : LINE_EM}em`}>
                      {line}
                    </tspan>
                  ))
                : label.text}
            </text>
          </g>
        );
      })}
    </g>
  );
}
