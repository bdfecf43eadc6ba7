// Events by day: stacked bars by kind, and the same numbers as a table.
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { DataTable } from "../shell/data-table";
import { ScrollRegion } from "../shell/scroll-region";
import { labelledDays, labelPosition, ticksOf } from "./chart-scale";
import { type Counts, KINDS, type Kind, type ReportRow, sumOf } from "./event-kinds";

const HEIGHT = 240;
const TOP = 12;
const BOTTOM = 26;
const LEFT = 46;
const LABEL_WIDTH = 74;

type EventsByDayProps = { days: string[]; rows: ReportRow[] };

export function EventsByDay({ days, rows }: EventsByDayProps) {
  const [hidden, setHidden] = useState<ReadonlySet<Kind>>(new Set());
  const sum = sumOf(rows);
  const present = KINDS.filter(({ kind }) => sum[kind] > 0);
  const shown = present.filter(({ kind }) => !hidden.has(kind));
  const byDay = new Map(rows.map((row) => [row.key, row.counts]));

  const toggle = (kind: Kind) => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    setHidden(next);
  };

  return (
    <div class="stack">
      <div class="row" role="group" aria-label="Kinds in the chart">
        {present.map(({ kind, name, series }) => (
          <button key={kind} type="button" class="legend" aria-pressed={!hidden.has(kind)} onClick={() => toggle(kind)}>
            <span class={`swatch swatch-${series}`} aria-hidden="true" />
            {name} <strong>{sum[kind].toLocaleString()}</strong>
          </button>
        ))}
      </div>
      <DayChart days={days} byDay={byDay} shown={shown} />
      <details class="as-table">
        <summary>Show as a table</summary>
        <DayTable days={days} byDay={byDay} shown={present} />
      </details>
    </div>
  );
}

type DayChartProps = { days: string[]; byDay: Map<string, Counts>; shown: typeof KINDS };

/** A stacked bar chart. Its width is measured instead of scaled, so that text keeps its size. */
function DayChart({ days, byDay, shown }: DayChartProps) {
  const [frame, width] = useWidth();
  const [pointed, setPointed] = useState<number | null>(null);
  const totals = days.map((day) => shown.reduce((sum, { kind }) => sum + (byDay.get(day)?.[kind] ?? 0), 0));
  const ticks = ticksOf(Math.max(0, ...totals));
  const most = ticks.at(-1)!;
  const plotWidth = Math.max(1, width - LEFT);
  const plotHeight = HEIGHT - TOP - BOTTOM;
  const step = plotWidth / Math.max(1, days.length);
  const bar = Math.max(1, Math.min(46, step * 0.72));
  const y = (count: number) => TOP + plotHeight * (1 - count / most);
  const labels = labelledDays(days.length, Math.floor(plotWidth / LABEL_WIDTH));
  return (
    <figure class="bars" ref={frame}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`Events by day, from ${days[0]} to ${days.at(-1)}. The table below has the numbers.`}
        onPointerLeave={() => setPointed(null)}
        onPointerMove={(event) => {
          const x = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT;
          const at = Math.floor(x / step);
          setPointed(at >= 0 && at < days.length ? at : null);
        }}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="bars-grid" x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
            <text class="bars-text" x={LEFT - 8} y={y(tick)} text-anchor="end" dominant-baseline="middle">
              {compact(tick)}
            </text>
          </g>
        ))}
        {pointed !== null && (
          <rect class="bars-pointed" x={LEFT + pointed * step} y={TOP} width={step} height={plotHeight} />
        )}
        {days.map((day, at) => {
          let below = 0;
          return (
            <g key={day}>
              {shown.map(({ kind, series }) => {
                const count = byDay.get(day)?.[kind] ?? 0;
                below += count;
                if (count === 0) return null;
                return (
                  <rect
                    key={kind}
                    class={`series-${series}`}
                    x={LEFT + at * step + (step - bar) / 2}
                    y={y(below)}
                    width={bar}
                    height={Math.max(0.5, (plotHeight * count) / most)}
                  />
                );
              })}
              {labels.has(at) && (
                <text class="bars-text" {...labelPosition(LEFT + (at + 0.5) * step, width)} y={HEIGHT - 8}>
                  {shortDay(day)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption class="soft small">
        {pointed === null ? "Hover over a day to see its numbers." : countsText(days[pointed]!, byDay, shown)}
      </figcaption>
    </figure>
  );
}

function DayTable({ days, byDay, shown }: DayChartProps) {
  return (
    <ScrollRegion label="Events by day and kind" class="table-box">
      <DataTable
        caption="Events by day and kind"
        isFolding
        class="counts"
        rows={days.toReversed()}
        rowKey={(day) => day}
        columns={[
          { name: "Day", isRowHeader: true, cell: (day) => day },
          ...shown.map(({ kind, name }) => ({
            name,
            isNumber: true,
            cell: (day: string) => (byDay.get(day)?.[kind] ?? 0).toLocaleString(),
          })),
        ]}
      />
    </ScrollRegion>
  );
}

function useWidth() {
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width] as const;
}

function countsText(day: string, byDay: Map<string, Counts>, shown: typeof KINDS): string {
  const counts = byDay.get(day);
  const parts = shown
    .map(({ kind, name }) => [name, counts?.[kind] ?? 0] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count.toLocaleString()}`);
  return `${day}: ${parts.length === 0 ? "no events" : parts.join(", ")}`;
}

function shortDay(day: string): string {
  return new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(day));
}

function compact(count: number): string {
  return new Intl.NumberFormat("en", { notation: "compact" }).format(count);
}
