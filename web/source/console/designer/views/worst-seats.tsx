// The worst seats of the house, and a proposal to mark those with a restricted view.
import { useMemo, useState } from "preact/hooks";
import { namesInWords } from "../../../layout-edits/name-words";
import { withRestrictedMarks } from "../../../layout-edits/restricted-marks";
import { splitSection } from "../../../layout-edits/section-parts";
import { idsOfKey, type Plan } from "../../../plan/plan";
import { seatTitle } from "../../../plan/seat-neighbours";
import type { DesignerProps } from "../designer-props";
import type { SeenSeat } from "./service-views";
import { useServiceViews } from "./use-service-views";
import { ViewsProgress } from "./views-progress";
import { proposedMarks, type WorstRow, worstRows } from "./worst-rows";

const ROWS_SHOWN = 12;

export function WorstSeats(props: DesignerProps & { plan: Plan }) {
  const { designer, plan } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [isProposing, setIsProposing] = useState(false);
  const used = useServiceViews(props, isOpen);
  const { seats, status } = used.state;
  const rows = useMemo(() => (isOpen ? worstRows(plan, seats) : []), [plan, used.state, isOpen]);
  const proposed = proposedMarks(rows);
  const count = countOf(proposed);
  return (
    <details class="worst-seats" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Worst seats of the house</summary>
      <div class="worst-seats-body">
        <ViewsProgress used={used} />
        {status === "done" && rows.length === 0 && (
          <p>
            {hasShares(seats)
              ? `Nothing hides much of the view: ${seats.size.toLocaleString()} seats were checked.`
              : "How much each seat sees is not known: the layout says neither a stage, a screen nor a field."}
          </p>
        )}
        {!isProposing && (
          <ol class="worst-seats-list">
            {rows.slice(0, ROWS_SHOWN).map((row) => (
              <li key={`${row.section}/${row.row}/${row.note}/${row.isRestricted}`}>
                <button
                  type="button"
                  class="worst-seats-row"
                  onClick={() => designer.pinned.set(idsOfKey(row.seats[0]!.key))}
                >
                  <strong>{titleOf(plan, row)}</strong>
                  <span>{reasonOf(row)}</span>
                </button>
              </li>
            ))}
          </ol>
        )}
        {!isProposing && rows.length > ROWS_SHOWN && (
          <p class="soft">And {countOf(rows.slice(ROWS_SHOWN)).toLocaleString()} more seats.</p>
        )}
        {!isProposing && count > 0 && status === "done" && (
          <button type="button" class="button button-small" onClick={() => setIsProposing(true)}>
            Propose “restricted view” for {count === 1 ? "this seat" : `these ${count.toLocaleString()} seats`}
          </button>
        )}
        {isProposing && <Proposal {...props} rows={proposed} onEnd={() => setIsProposing(false)} />}
      </div>
    </details>
  );
}

type ProposalProps = DesignerProps & { plan: Plan; rows: readonly WorstRow[]; onEnd: () => void };

/** Shows which seats would be marked, and with which words. Each can be taken out. */
function Proposal({ designer, plan, rows, onEnd }: ProposalProps) {
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const toggle = (keys: readonly string[], isIn: boolean) => {
    const next = new Set(without);
    for (const key of keys) {
      if (isIn) next.delete(key);
      else next.add(key);
    }
    setWithout(next);
  };
  const marks = rows.flatMap(({ seats, note }) =>
    seats.filter(({ key }) => !without.has(key)).map(({ key }) => ({ ...idsOfKey(key), note })),
  );
  const title = `Mark ${marks.length === 1 ? "one seat" : `${marks.length.toLocaleString()} seats`} as restricted view`;
  return (
    <form
      class="worst-seats-proposal"
      aria-label="Seats to mark as restricted view"
      onSubmit={(event) => {
        event.preventDefault();
        designer.edit(title, withRestrictedMarks(marks, splitSection));
        onEnd();
      }}
    >
      <p class="soft">Buyers will read these words at the seats. Take out the seats that you know to be good.</p>
      <ul class="worst-seats-list">
        {rows.map((row) => {
          const keys = row.seats.map(({ key }) => key);
          const left = keys.filter((key) => !without.has(key)).length;
          return (
            <li key={keys[0]} class="worst-seats-group">
              <label class="check">
                <input
                  type="checkbox"
                  checked={left === keys.length}
                  indeterminate={left > 0 && left < keys.length}
                  onChange={(event) => toggle(keys, event.currentTarget.checked)}
                />
                <span>
                  <strong>{titleOf(plan, row)}</strong> “{row.note}”
                </span>
              </label>
              {keys.length > 1 && (
                <details class="worst-seats-each">
                  <summary>Seat by seat</summary>
                  <div class="worst-seats-chips">
                    {row.seats.map(({ key, seat }) => (
                      <label key={key} class="worst-seats-chip">
                        <input
                          type="checkbox"
                          checked={!without.has(key)}
                          onChange={(event) => toggle([key], event.currentTarget.checked)}
                        />
                        {seat}
                      </label>
                    ))}
                  </div>
                </details>
              )}
            </li>
          );
        })}
      </ul>
      <div class="row">
        <button type="submit" class="button button-primary button-small" disabled={marks.length === 0}>
          {title}
        </button>
        <button type="button" class="button button-small" onClick={onEnd}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Whether it is known of any seat how much it sees. */
function hasShares(seats: ReadonlyMap<string, SeenSeat>): boolean {
  return [...seats.values()].some(({ visibleShare }) => visibleShare !== null);
}

function titleOf(plan: Plan, { section, row, seats }: WorstRow): string {
  const names = seats.map(({ seat }) => seat);
  const ordered = names.every((name) => Number.isFinite(Number(name)))
    ? names.toSorted((one, other) => Number(one) - Number(other))
    : names;
  const word = names.length === 1 ? "seat" : "seats";
  return `${seatTitle(plan, { section, row, seat: null })} · ${word} ${namesInWords(ordered)}`;
}

function reasonOf({ reason, leastShare, isRestricted, note }: WorstRow): string {
  if (isRestricted) return reason;
  const share = leastShare === null ? "" : `${Math.round(100 * leastShare)} % is seen. `;
  return `${share}${note}`;
}

function countOf(rows: readonly WorstRow[]): number {
  return rows.reduce((sum, { seats }) => sum + seats.length, 0);
}
