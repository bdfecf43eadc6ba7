// What the service says of the view from every seat of the layout as it was saved last: asked for page by page.
import { type Client, type components, Problem } from "@seatpreview/client";
import { valueAt } from "../../../layout-edits/record-edit";
import { keyOfIds } from "../../../plan/plan";
import { messageOf } from "../../shell/error-message";
import { Watched } from "../../shell/watched";
import type { StoredDraft } from "../../venues/draft";
import { recordOf, type StoredVenue } from "../../venues/record";
import type { Designer } from "../designer";

type Page = components["schemas"]["SeatViewList"];

/** What the service says of one seat. */
export type SeenSeat = {
  cValueMm: number | null;
  visibleShare: number | null;
  /** Whether what is computed restricts the view, whatever the layout says. */
  isRestricted: boolean;
  /** Why the view is restricted, as a buyer reads it. */
  reason: string | null;
  inTheWay: string | null;
};

export type ViewsState = {
  /** `interrupted`: another layout was saved before the last page, so that there is no next page any more. */
  status: "none" | "loading" | "done" | "failed" | "interrupted";
  /** By the keys of seats. While pages are still coming, it has some of them. */
  seats: ReadonlyMap<string, SeenSeat>;
  /** The layout that was looked at, and in which configuration. */
  layout: unknown;
  configuration: string | null;
  failure: string | null;
};

export type Saved = {
  api: Client;
  stored: StoredVenue;
  draft: StoredDraft | null;
};

const NOTHING: ViewsState = { status: "none", seats: new Map(), layout: null, configuration: null, failure: null };
/** The API's largest page. */
const ROWS_OF_A_PAGE = 100;

class ServiceViews {
  readonly state = new Watched<ViewsState>(NOTHING);
  private asking: AbortController | null = null;

  /** Asks for all seats anew. What was said before stays until the first page has come. */
  async load({ api, stored, draft }: Saved, configuration: string | null): Promise<void> {
    this.stop();
    this.asking = new AbortController();
    const { signal } = this.asking;
    const seats = new Map<string, SeenSeat>();
    const state: ViewsState = {
      ...NOTHING,
      status: "loading",
      seats,
      layout: savedLayout(stored, draft),
      configuration,
    };
    this.state.set({ ...this.state.value, status: "loading", failure: null });
    const query = { draft: draft !== null, configuration: configuration ?? "none", limit: ROWS_OF_A_PAGE };
    try {
      for await (const page of api.venues.seatViews(stored.venue.venueId, query, { signal }).pages()) {
        if (signal.aborted) return;
        addPage(seats, page);
        this.state.set({ ...state });
      }
      this.state.set({ ...state, status: "done" });
    } catch (failure) {
      if (signal.aborted) return;
      if (seats.size > 0 && isOfAnotherLayout(failure)) this.state.set({ ...state, status: "interrupted" });
      else this.state.set({ ...state, status: "failed", failure: messageOf(failure) });
    }
  }

  /** Stops asking. What has come stays. */
  stop(): void {
    this.asking?.abort();
    this.asking = null;
    if (this.state.value.status === "loading") this.state.set({ ...this.state.value, status: "none" });
  }
}

/** Pages are bound to the draft or the version of the first one. The service refuses the next page of any other. */
function isOfAnotherLayout(failure: unknown): boolean {
  return failure instanceof Problem && (failure.status === 400 || failure.status === 404);
}

const all = new WeakMap<Designer, ServiceViews>();

/** What the service says of a designer's seats, the same for all parts of the designer. */
export function serviceViewsOf(designer: Designer): ServiceViews {
  const views = all.get(designer) ?? new ServiceViews();
  all.set(designer, views);
  return views;
}

/** The layout as the service has it: the draft's, or that of the venue if there is no draft. */
export function savedLayout(stored: StoredVenue, draft: StoredDraft | null): unknown {
  return valueAt(draft?.record ?? recordOf(stored.venue), ["rules", "layout"]);
}

const compared = new WeakMap<object, WeakMap<object, boolean>>();

/** What is written of seats and hides nothing. */
const HIDES_NOTHING: ReadonlySet<string> = new Set(["properties", "category", "categories"]);

/** Whether the same is seen in two layouts, whatever they say of seats besides. Each pair is compared once. */
export function isSameLayout(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const known = compared.get(one) ?? new WeakMap<object, boolean>();
  compared.set(one, known);
  const isSame = known.get(other) ?? saysTheSame(one, other);
  known.set(other, isSame);
  return isSame;
}

/** Whether two values differ in the order of their members at most. Parts that are the same object are not read. */
function saysTheSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const [names, others] = [membersOf(one), membersOf(other)];
  return names.length === others.length && names.every((name) => saysTheSame(one[name], other[name]));
}

function membersOf(value: Record<string, unknown>): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined && !HIDES_NOTHING.has(name));
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function addPage(seats: Map<string, SeenSeat>, { data, texts }: Page): void {
  const textAt = (index: number | null | undefined) => (index == null ? null : (texts[index] ?? null));
  for (const row of data) {
    row.seats.forEach((seat, index) => {
      seats.set(keyOfIds({ section: row.section, row: row.row, seat }), {
        cValueMm: row.cValueMm[index] ?? null,
        visibleShare: row.visibleShare[index] ?? null,
        isRestricted: row.isRestricted[index] ?? false,
        reason: textAt(row.reason[index]),
        inTheWay: textAt(row.inTheWay[index]),
      });
    });
  }
}
