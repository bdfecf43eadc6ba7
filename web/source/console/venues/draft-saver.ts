// Saves the record to the venue's draft by itself, one request at a time, and handles what somebody else did meanwhile.
import type { Client, Problem, UnfinishedRecord } from "@seatpreview/client";
import type { Json } from "../../layouts/written-json";
import { showToast } from "../shell/toasts";
import { toApiProblem } from "../shell/use-request";
import { Watched } from "../shell/watched";
import { type DraftConflict, findConflict, isOutdated, readDraft, type StoredDraft } from "./draft";
import { savedWarnings } from "./label-warnings";
import { mergeRecords } from "./merge-records";
import { recordOf, type StoredVenue, storedVenue, type VenueRecord } from "./record";
import type { RecordDocument } from "./record-document";
import { shared } from "./record-text";

/** A change that rests for this long is saved. */
export const SAVE_PAUSE_MS = 1500;
const RETRY_MS = { first: 5_000, max: 60_000 };

type SaveProgress =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "failed"; problem: Problem }
  /** Somebody else saved or published meanwhile, and it is not decided yet what counts. */
  | { kind: "undecided" };

export class DraftSaver {
  readonly stored: Watched<StoredVenue>;
  /** The draft as it was saved last; null if there is none. */
  readonly draft: Watched<StoredDraft | null>;
  /** The record as it was saved last: the draft, or else what is published. */
  readonly saved: Watched<Json>;
  readonly progress = new Watched<SaveProgress>({ kind: "idle" });
  /** The conflict that a dialog shows. */
  readonly conflict = new Watched<DraftConflict | null>(null);
  /** The draft that a dialog offers to publish. */
  readonly publishing = new Watched<StoredDraft | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private underWay: Promise<void> | null = null;
  private retryMs = RETRY_MS.first;
  /** The published version on which the draft is based from its next save on; null: as before. */
  private nextBase: number | null = null;

  constructor(
    private readonly api: Client,
    readonly document: RecordDocument,
    stored: StoredVenue,
    draft: StoredDraft | null,
  ) {
    this.stored = new Watched(stored);
    this.draft = new Watched(draft);
    this.saved = new Watched(document.designer.settled.value);
  }

  /** Whether the record, or what is being typed, is different from what was saved. */
  get isChanged(): boolean {
    const { designer, isTyping, textFault } = this.document;
    return designer.settled.value !== this.saved.value || isTyping.value || textFault.value !== null;
  }

  /** Saves changes by itself from now on. Returns the function that ends it. */
  start(): () => void {
    const retry = () => this.progress.value.kind === "failed" && this.isChanged && void this.save();
    const ends = [this.document.designer.settled.watch(() => this.saveSoon())];
    addEventListener("online", retry);
    this.saveSoon();
    return () => {
      for (const end of ends) end();
      removeEventListener("online", retry);
      clearTimeout(this.timer);
    };
  }

  /** Saves now what has changed. Returns the draft; null if it could not be saved, or if there is nothing to save. */
  async save(): Promise<StoredDraft | null> {
    clearTimeout(this.timer);
    this.document.readNow();
    this.underWay ??= this.saveAll().finally(() => {
      this.underWay = null;
    });
    await this.underWay;
    return this.isChanged ? null : this.draft.value;
  }

  /** Saves what has changed, and offers to publish the draft. */
  async publish(): Promise<void> {
    const draft = await this.save();
    if (draft !== null) this.publishing.set(draft);
  }

  /** Deletes the draft. The record that is published is shown instead, as a step that can be undone. */
  async discard(): Promise<void> {
    clearTimeout(this.timer);
    await this.underWay;
    const draft = this.draft.value;
    if (draft === null) return;
    const { venue } = this.stored.value;
    try {
      await this.api.venues.deleteDraft(venue.venueId, { ifMatch: draft.etag });
    } catch (failure) {
      if (!isOutdated(failure)) throw failure;
      await this.explain();
      return;
    }
    this.draft.set(null);
    this.showAsSaved(recordOf(venue), "Discard the draft");
    showToast("The draft was discarded");
  }

  /** Shows what somebody else did, after a request was refused. */
  async explain(): Promise<void> {
    const mine = this.document.record;
    this.publishing.set(null);
    const conflict = await findConflict(this.api, this.stored.value, this.draft.value, mine);
    this.conflict.set(conflict);
    // A draft can be saved even if its venue has moved on.
    if (conflict.kind !== "published") this.progress.set({ kind: "undecided" });
  }

  /** Saves this record as the draft, in full knowledge of the conflict. */
  async resolve(record: unknown, conflict: DraftConflict): Promise<void> {
    const { designer } = this.document;
    this.conflict.set(null);
    this.stored.set(conflict.venue);
    this.draft.set(conflict.draft);
    if (conflict.kind !== "saved") this.nextBase = conflict.venue.venue.version;
    // Nothing is saved yet: even the record of before is different from what the service has now.
    this.saved.set({});
    const mine = designer.settled.value;
    // What was changed while the conflict was looked for is kept, too.
    const both = mine === conflict.mine ? record : mergeRecords(conflict.mine, record, mine).record;
    if (record !== conflict.mine) designer.takeOver(shared(mine, both) as Json);
    this.progress.set({ kind: "idle" });
    if ((await this.save()) !== null) showToast("The draft was saved");
  }

  /** Shows the record that somebody else saved or published, in place of the own one. */
  takeTheirs(conflict: DraftConflict): void {
    this.stored.set(conflict.venue);
    this.draft.set(conflict.draft);
    this.takeOver(conflict.theirs);
    this.conflict.set(null);
    this.progress.set({ kind: "idle" });
  }

  /** Shows the venue as it is after its draft was published. */
  async finishPublish(version: number): Promise<void> {
    const { venueId } = this.stored.value.venue;
    const now = storedVenue(await this.api.venues.get(venueId));
    const draft = await readDraft(this.api, venueId);
    const [published, mine] = [this.saved.value, this.document.record];
    this.stored.set(now);
    this.draft.set(draft);
    // The dialog has told the warnings about what is published now.
    savedWarnings.set(null);
    const next = draft?.record ?? recordOf(now.venue);
    if (mine !== published) this.keepChanges(published, next, mine);
    else if (draft === null) this.showAsSaved(next, "Publish");
    else this.takeOver(next);
    showToast(`Version ${version} was published`);
  }

  /** Another tab of this screen has changed the venue. A draft takes over aliases and label rules that were saved there;
   * what else was published is taken over when somebody asks for it. */
  venueChanged(stored: StoredVenue): void {
    const before = this.stored.value.venue;
    this.stored.set(stored);
    const [base, theirs] = [recordOf(before), recordOf(stored.venue)];
    const mine = this.document.record;
    if (this.draft.value === null && mine === this.saved.value) {
      this.takeOver(theirs);
      return;
    }
    const onlyNames = sameOutsideOfNames(base, theirs);
    if (this.draft.value !== null && (!onlyNames || this.draft.value.baseVersion !== before.version)) return;
    const merge = mergeRecords(base, theirs, mine);
    if (this.draft.value !== null && merge.contested.length > 0) return;
    if (this.draft.value !== null) this.nextBase = stored.venue.version;
    this.document.designer.takeOver(shared(mine, merge.record) as Json);
    this.saveSoon();
  }

  private saveSoon(): void {
    clearTimeout(this.timer);
    if (this.document.designer.settled.value === this.saved.value || this.progress.value.kind === "undecided") return;
    this.timer = setTimeout(() => {
      // What is dragged is saved when it is let go.
      if (this.document.designer.isChanging) this.saveSoon();
      else void this.save();
    }, SAVE_PAUSE_MS);
  }

  /** Saves until nothing is left to save: the record may change during a request. */
  private async saveAll(): Promise<void> {
    const { designer } = this.document;
    while (designer.settled.value !== this.saved.value) {
      this.progress.set({ kind: "saving" });
      try {
        if (!(await this.put(designer.settled.value))) return;
      } catch (failure) {
        this.failed(toApiProblem(failure));
        return;
      }
    }
    this.retryMs = RETRY_MS.first;
    this.progress.set({ kind: "idle" });
  }

  /** Saves a record. Returns false if somebody else was faster. */
  private async put(record: Json): Promise<boolean> {
    const [stored, draft] = [this.stored.value, this.draft.value];
    const { venueId, version } = stored.venue;
    // A new draft is based on the record that is on the screen. A later one of somebody else is a conflict.
    const known = draft === null ? { ifNoneMatch: "*" as const, baseVersion: version } : { ifMatch: draft.etag };
    const base = this.nextBase === null ? {} : { baseVersion: this.nextBase };
    try {
      const body = record as unknown as UnfinishedRecord;
      this.draft.set(await this.api.venues.putDraft(venueId, body, { ...known, ...base }));
    } catch (failure) {
      if (!isOutdated(failure)) throw failure;
      const conflict = await findConflict(this.api, stored, draft, record);
      // The own request may have arrived although its answer was lost.
      if (conflict.draft === null || shared(record, conflict.draft.record) !== record) {
        this.conflict.set(conflict);
        this.progress.set({ kind: "undecided" });
        return false;
      }
      this.draft.set(conflict.draft);
    }
    this.nextBase = null;
    this.saved.set(record);
    return true;
  }

  private failed(problem: Problem): void {
    this.progress.set({ kind: "failed", problem });
    if (problem.status >= 400 && problem.status < 500 && problem.status !== 429) return;
    this.timer = setTimeout(() => void this.save(), Math.max(this.retryMs, (problem.retryAfterSeconds ?? 0) * 1000));
    this.retryMs = Math.min(this.retryMs * 2, RETRY_MS.max);
  }

  /** Shows a record that somebody else made. It ends the steps back, which would undo what others did. */
  private takeOver(record: unknown): void {
    const { designer } = this.document;
    const next = shared(designer.settled.value, record) as Json;
    this.saved.set(next);
    designer.takeOver(next);
  }

  private showAsSaved(record: unknown, title: string): void {
    const next = shared(this.document.designer.settled.value, record) as Json;
    this.saved.set(next);
    this.replaceBy(next, title);
  }

  /** Takes over what the service has now, with what was changed here while it was asked. */
  private keepChanges(base: Json, theirs: unknown, mine: Json): void {
    this.saved.set(shared(base, theirs) as Json);
    this.replaceBy(shared(mine, mergeRecords(base, theirs, mine).record) as Json, "Publish");
    this.saveSoon();
  }

  /** Shows another record. Where it is the same, something that is being dragged goes on. */
  private replaceBy(record: Json, title: string): void {
    const { designer } = this.document;
    if (record !== designer.settled.value) designer.replace(record, title);
  }
}

/** Whether two records differ at most in aliases and in the rules by which labels are read. */
function sameOutsideOfNames(one: VenueRecord, other: VenueRecord): boolean {
  const rest = withoutNames(one);
  return shared(rest, withoutNames(other)) === rest;
}

function withoutNames({ aliases: _, rules, ...others }: VenueRecord): unknown {
  const { seatKeys: __, ...kept } = rules ?? {};
  return { ...others, rules: kept };
}
