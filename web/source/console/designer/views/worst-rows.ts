// The worst seats of a house by what the service says of them, row by row.
import { keyOf, keyOfIds, type Plan, type SeatIds, seatingOf } from "../../../plan/plan";
import type { Checked, Finding } from "../checks/check-finding";
import type { SeenSeat } from "./service-views";

/** Seats of a row from which the same is in the way. */
export type WorstRow = {
  section: string;
  row: string | null;
  seats: { seat: string; key: string; isMarked: boolean }[];
  /** The least share that is seen from one of them; null if it is not known what people look at. */
  leastShare: number | null;
  isRestricted: boolean;
  /** Why, in the words of the service. */
  reason: string;
  /** What a buyer should read of a seat that is marked. */
  note: string;
};

/** Who sees less than this share does not see the focus. */
const CANNOT_SEE_BELOW = 0.1;
/** A larger share is good enough not to be listed. */
const LISTED_BELOW = 0.85;

/** Returns the rows with restricted views first, those that see least at the top. Each row is divided by what is in the
 * way, since the share differs from seat to seat. */
export function worstRows(plan: Plan, seen: ReadonlyMap<string, SeenSeat>): WorstRow[] {
  const found = new Map<string, WorstRow>();
  for (const { ids, view, isMarked } of viewsOf(plan, seen)) {
    const hidesMuch = view.visibleShare !== null && view.visibleShare < LISTED_BELOW;
    if (!view.isRestricted && !hidesMuch) continue;
    const note = noteOf(view);
    const group = JSON.stringify([ids.section, ids.row, view.isRestricted, note]);
    const { section, row } = ids;
    const known = found.get(group) ?? emptyRow(section, row, view, note);
    known.seats.push({ seat: ids.seat!, key: keyOfIds(ids), isMarked });
    if (view.visibleShare !== null && view.visibleShare <= (known.leastShare ?? 1)) {
      known.leastShare = view.visibleShare;
      known.reason = view.reason ?? view.inTheWay ?? known.reason;
    }
    found.set(group, known);
  }
  return [...found.values()].sort(
    (one, other) =>
      Number(other.isRestricted) - Number(one.isRestricted) || (one.leastShare ?? 0) - (other.leastShare ?? 0),
  );
}

/** The seats that should be marked and are not yet, in the order of the plan. */
export function proposedMarks(rows: readonly WorstRow[]): WorstRow[] {
  return rows
    .filter(({ isRestricted }) => isRestricted)
    .map((row) => ({ ...row, seats: row.seats.filter(({ isMarked }) => !isMarked) }))
    .filter(({ seats }) => seats.length > 0);
}

/** The seats that cannot see the focus, for the checks of the layout. */
function seatsThatCannotSee(plan: Plan, seen: ReadonlyMap<string, SeenSeat>): SeatIds[] {
  return viewsOf(plan, seen).flatMap(({ ids, view }) => {
    const isBlind = view.visibleShare === null ? view.isRestricted : view.visibleShare < CANNOT_SEE_BELOW;
    return isBlind ? [ids] : [];
  });
}

/** What the ids of findings about seats that cannot see begin with. */
export const BLIND = "blind/";

/** What the checks say of seats that cannot see the focus, one finding for each section. */
export function blindSeatFindings({ plan, ruleOf }: Checked, seen: ReadonlyMap<string, SeenSeat>): Finding[] {
  const bySection = new Map<string, SeatIds[]>();
  for (const ids of seatsThatCannotSee(plan, seen)) {
    bySection.set(ids.section, [...(bySection.get(ids.section) ?? []), ids]);
  }
  return [...bySection].map(([id, seats]) => {
    const index = plan.sections.findIndex((section) => section.id === id);
    const many = seats.length === 1 ? "One seat" : `${seats.length} seats`;
    return {
      id: `${BLIND}${id}`,
      severity: "warning",
      text: `${many} of ${plan.sections[index]!.name} cannot see the stage.`,
      piece: { kind: "section", rule: ruleOf(index), id },
      seat: seats[0]!,
    };
  });
}

type ViewedSeat = {
  ids: SeatIds;
  view: SeenSeat;
  /** Whether the layout says so, as it is drawn now. */
  isMarked: boolean;
};

function viewsOf(plan: Plan, seen: ReadonlyMap<string, SeenSeat>): ViewedSeat[] {
  return plan.sections.flatMap((section) =>
    section.rows.flatMap(({ id, kinds = 0 }, rowIndex) =>
      seatingOf(plan, section, rowIndex).flatMap((seat, slot) => {
        const view = seat === null ? undefined : seen.get(keyOf(section, rowIndex, seat));
        const kind = plan.seatKinds[typeof kinds === "number" ? kinds : (kinds[slot] ?? 0)];
        const isMarked = kind?.properties.includes("restrictedView") ?? false;
        return view === undefined ? [] : [{ ids: { section: section.id, row: id, seat }, view, isMarked }];
      }),
    ),
  );
}

function emptyRow(section: string, row: string | null, view: SeenSeat, note: string): WorstRow {
  const { isRestricted, reason } = view;
  return { section, row, seats: [], leastShare: null, isRestricted, reason: reason ?? note, note };
}

/** What is in the way, which is the same for many seats; otherwise the whole reason. */
function noteOf({ inTheWay, reason }: SeenSeat): string {
  return inTheWay ?? reason ?? "";
}
