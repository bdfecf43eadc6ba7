// A small drawing of blocks with the names of their rows and the numbers of their seats, as they will be printed.
import type { NumberedBlock } from "../../layout-edits/numbering";

/** Longer rows are drawn by their ends. */
const SEATS_MAX = 12;
const ROWS_MAX = 12;
const SEAT = 24;
const ROW = 24;
const NAME = 34;
const GAP = 22;
const HEAD = 44;

type PictureProps = { blocks: readonly NumberedBlock[]; titles: readonly string[] };

export function NumberingPicture({ blocks, titles }: PictureProps) {
  const columns = blocks.map((block) => columnOf(block));
  const widths = columns.map(({ seats }) => NAME + seats * SEAT + GAP);
  const width = widths.reduce((sum, each) => sum + each, 0);
  const height = HEAD + Math.max(1, ...columns.map(({ rows }) => rows.length)) * ROW + 8;
  let left = 0;
  const starts = widths.map((each) => {
    const start = left;
    left += each;
    return start;
  });
  return (
    <section class="numbering-picture" aria-label="Picture" tabIndex={0}>
      <svg
        viewBox={`0 0 ${Math.max(width, 120)} ${height}`}
        width={Math.max(width, 120)}
        height={height}
        role="img"
        aria-label={spoken(blocks, titles)}
      >
        <rect class="numbering-stage" x={width / 2 - 70} y={2} width={140} height={16} rx={3} />
        <text class="numbering-stage-name" x={width / 2} y={14} text-anchor="middle">
          Stage
        </text>
        {columns.map((column, index) => (
          <BlockPicture
            key={blocks[index]?.index}
            column={column}
            x={starts[index] ?? 0}
            width={widths[index] ?? 0}
            title={titles[index] ?? ""}
          />
        ))}
      </svg>
    </section>
  );
}

/** A row of the picture; `seats` null stands for rows that are left out. */
type PictureRow = { name: string; seats: readonly (string | null)[] | null };
type Column = { rows: PictureRow[]; seats: number };

function BlockPicture({ column, x, width, title }: { column: Column; x: number; width: number; title: string }) {
  const full = column.seats * SEAT;
  return (
    <g transform={`translate(${x} 0)`}>
      <text class="numbering-title" x={(width - GAP) / 2} y={34} text-anchor="middle">
        {title}
      </text>
      {column.rows.map((row, line) => {
        const y = HEAD + line * ROW;
        const start = NAME + (full - (row.seats?.length ?? 0) * SEAT) / 2;
        return (
          <g key={`${row.name} ${line}`}>
            <text class="numbering-row" x={NAME - 8} y={y + 15} text-anchor="end">
              {row.seats === null ? "⋮" : row.name}
            </text>
            {row.seats?.map((seat, slot) => (
              <SeatPicture key={`${seat} ${slot}`} seat={seat} x={start + slot * SEAT} y={y} />
            ))}
          </g>
        );
      })}
    </g>
  );
}

const LEFT_OUT = "…";

function SeatPicture({ seat, x, y }: { seat: string | null; x: number; y: number }) {
  if (seat === null) return null;
  return (
    <>
      {seat !== LEFT_OUT && (
        <rect class="numbering-seat" x={x + 1} y={y + 1} width={SEAT - 2} height={ROW - 4} rx={4} />
      )}
      <text class="numbering-number" x={x + SEAT / 2} y={y + 15} text-anchor="middle">
        {seat}
      </text>
    </>
  );
}

function columnOf({ rows }: NumberedBlock): Column {
  const shown: PictureRow[] =
    rows.length <= ROWS_MAX ? rows : [...rows.slice(0, ROWS_MAX - 4), { name: "", seats: null }, ...rows.slice(-3)];
  const short = shown.map(({ name, seats }) => ({ name, seats: seats === null ? null : ends(seats) }));
  return { rows: short, seats: Math.max(1, ...short.map(({ seats }) => seats?.length ?? 0)) };
}

function ends(seats: readonly (string | null)[]): readonly (string | null)[] {
  return seats.length <= SEATS_MAX ? seats : [...seats.slice(0, 5), LEFT_OUT, ...seats.slice(-4)];
}

/** What the picture shows, for those who do not see it. */
function spoken(blocks: readonly NumberedBlock[], titles: readonly string[]): string {
  const words = blocks.map(({ rows }, index) => {
    const [first, last] = [rows[0], rows.at(-1)];
    const seats = (first?.seats ?? []).filter((seat) => seat !== null);
    const row =
      rows.length > 1 ? `rows ${first?.name} at the front to ${last?.name} at the back` : `row ${first?.name}`;
    return `${titles[index]}: ${row}, seats ${seats[0]} to ${seats.at(-1)} in the front row`;
  });
  return words.join("; ");
}
