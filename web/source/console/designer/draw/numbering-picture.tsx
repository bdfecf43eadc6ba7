// A small drawing of blocks with the names of their rows and the numbers of their seats, as they will be printed.
import type { NumberedBlock } from "../../../layout-edits/numbering";

/** Longer rows are drawn by their ends. */
const SEATS_MAX = 12;
const ROWS_MAX = 12;
const SEAT = 24;
const ROW = 24;
const NAME = 34;
const GAP = 22;
const HEAD = 24;
const STAGE = 26;

export function NumberingPicture({ groups }: { groups: readonly (readonly NumberedBlock[])[] }) {
  const bands = groups.map(bandOf);
  const width = Math.max(160, ...bands.map((band) => band.width));
  const height = STAGE + bands.reduce((sum, band) => sum + band.height, 0);
  let y = STAGE;
  return (
    <section class="numbering-picture" aria-label="Picture" tabIndex={0}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={spoken(groups)}>
        <rect class="numbering-stage" x={width / 2 - 70} y={2} width={140} height={16} rx={3} />
        <text class="numbering-stage-name" x={width / 2} y={14} text-anchor="middle">
          Stage
        </text>
        {bands.map((band) => {
          const top = y;
          y += band.height;
          return <BandPicture key={top} band={band} x={(width - band.width) / 2} y={top} />;
        })}
      </svg>
    </section>
  );
}

/** Blocks beside each other. */
type Band = { columns: Column[]; width: number; height: number };

function BandPicture({ band, x, y }: { band: Band; x: number; y: number }) {
  let left = x;
  return (
    <g>
      {band.columns.map((column) => {
        const start = left;
        left += widthOf(column);
        return <BlockPicture key={column.index} column={column} x={start} y={y} width={widthOf(column)} />;
      })}
    </g>
  );
}

/** A row of the picture; `seats` null stands for rows that are left out. */
type PictureRow = { name: string; seats: readonly (string | null)[] | null };
type Column = { index: number; title: string; rows: PictureRow[]; seats: number };

type BlockPictureProps = { column: Column; x: number; y: number; width: number };

function BlockPicture({ column, x, y: top, width }: BlockPictureProps) {
  const full = column.seats * SEAT;
  return (
    <g transform={`translate(${x} ${top})`}>
      <text class="numbering-title" x={(width - GAP) / 2} y={16} text-anchor="middle">
        {column.title}
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

function bandOf(blocks: readonly NumberedBlock[]): Band {
  const columns = blocks.map(columnOf);
  return {
    columns,
    width: columns.reduce((sum, column) => sum + widthOf(column), 0),
    height: HEAD + Math.max(1, ...columns.map(({ rows }) => rows.length)) * ROW + 8,
  };
}

function widthOf({ seats }: Column): number {
  return NAME + seats * SEAT + GAP;
}

function columnOf({ index, title, rows }: NumberedBlock): Column {
  const shown: PictureRow[] =
    rows.length <= ROWS_MAX ? rows : [...rows.slice(0, ROWS_MAX - 4), { name: "", seats: null }, ...rows.slice(-3)];
  const short = shown.map(({ name, seats }) => ({ name, seats: seats === null ? null : ends(seats) }));
  return { index, title, rows: short, seats: Math.max(1, ...short.map(({ seats }) => seats?.length ?? 0)) };
}

function ends(seats: readonly (string | null)[]): readonly (string | null)[] {
  return seats.length <= SEATS_MAX ? seats : [...seats.slice(0, 5), LEFT_OUT, ...seats.slice(-4)];
}

/** What the picture shows, for those who do not see it. */
function spoken(groups: readonly (readonly NumberedBlock[])[]): string {
  const words = groups.flat().map(({ title, rows }) => {
    const [first, last] = [rows[0], rows.at(-1)];
    const seats = (first?.seats ?? []).filter((seat) => seat !== null);
    const row =
      rows.length > 1 ? `rows ${first?.name} at the front to ${last?.name} at the back` : `row ${first?.name}`;
    return `${title}: ${row}, seats ${seats[0]} to ${seats.at(-1)} in the front row`;
  });
  return words.join("; ");
}
