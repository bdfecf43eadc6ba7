// Tests of saving by itself: once a change rests, one request at a time, and again after a failure.
import { type Client, Problem } from "@seatpreview/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Json } from "../../layouts/written-json";
import type { StoredDraft } from "./draft";
import { DraftSaver, SAVE_PAUSE_MS } from "./draft-saver";
import { recordOf, type Venue } from "./record";
import { RecordDocument } from "./record-document";

const HALL = { venueId: "ven_hall", version: 1, name: "Hall", timezone: "UTC", rules: {} } as unknown as Venue;

type Answer = { record: Json; succeed: (revision: number) => Promise<void>; fail: (problem: Problem) => Promise<void> };

let online: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", (_: string, hear: () => void) => {
    online = hear;
  });
  vi.stubGlobal("removeEventListener", () => undefined);
});
afterEach(() => void vi.useRealTimers());

const rest = (ms = SAVE_PAUSE_MS) => vi.advanceTimersByTimeAsync(ms);
const named =
  (name: string) =>
  (record: Json): Json => ({ ...record, name });

function openSaver() {
  const sent: Answer[] = [];
  const putDraft = (_: string, record: Json) =>
    new Promise<StoredDraft>((resolve, reject) => {
      const settle = async (act: () => void) => {
        act();
        await vi.advanceTimersByTimeAsync(0);
      };
      sent.push({
        record,
        succeed: (revision) => settle(() => resolve({ etag: `"${revision}"`, record } as unknown as StoredDraft)),
        fail: (problem) => settle(() => reject(problem)),
      });
    });
  const document = new RecordDocument(recordOf(HALL) as unknown as Json);
  const published: Venue[] = [];
  const get = async () => ({ ...published.shift(), etag: '"published"' });
  const getDraft = () => Promise.reject(new Problem(404, "not_found", "There is no draft."));
  const api = { venues: { putDraft, get, getDraft } } as unknown as Client;
  const saver = new DraftSaver(api, document, { venue: HALL, etag: '"1"' }, null);
  saver.start();
  return { sent, saver, designer: document.designer, published };
}

test("a change is saved once it rests, and not while something is dragged", async () => {
  const { sent, saver, designer } = openSaver();
  designer.edit("Name", named("One"));
  await rest(SAVE_PAUSE_MS - 1);
  designer.edit("Name", named("Two"));
  await rest(SAVE_PAUSE_MS - 1);
  expect(sent).toEqual([]);
  designer.show(named("Dragged"));
  await rest();
  expect(sent).toEqual([]);
  designer.cancel();
  await rest();
  expect(sent.map(({ record }) => record.name)).toEqual(["Two"]);
  await sent[0]?.succeed(1);
  expect([saver.isChanged, saver.progress.value.kind, saver.draft.value?.etag]).toEqual([false, "idle", '"1"']);
});

test("there are never two requests at once, and the last state is saved in the end", async () => {
  const { sent, saver, designer } = openSaver();
  designer.edit("Name", named("One"));
  await rest();
  designer.edit("Name", named("Two"));
  const saved = [saver.save(), saver.save()];
  await rest();
  expect(sent).toHaveLength(1);
  await sent[0]?.succeed(1);
  expect(sent.map(({ record }) => record.name)).toEqual(["One", "Two"]);
  await sent[1]?.succeed(2);
  expect((await Promise.all(saved)).map((draft) => draft?.etag)).toEqual(['"2"', '"2"']);
});

test("what is undone while it is being saved is saved as it was before", async () => {
  const { sent, saver, designer } = openSaver();
  designer.edit("Name", named("One"));
  await rest();
  designer.undo();
  await sent[0]?.succeed(1);
  expect(sent.map(({ record }) => record.name)).toEqual(["One", "Hall"]);
  await sent[1]?.succeed(2);
  expect([saver.isChanged, designer.settled.value.name, saver.draft.value?.etag]).toEqual([false, "Hall", '"2"']);
});

test("what is changed or dragged while a draft is published stays, and is saved to the next draft", async () => {
  const { sent, saver, designer, published } = openSaver();
  designer.edit("Name", named("One"));
  await rest();
  await sent[0]?.succeed(1);
  published.push({ ...HALL, version: 2, name: "One" } as Venue, { ...HALL, version: 3, name: "One" } as Venue);
  designer.show((record) => ({ ...record, city: "Dragged" }));
  await saver.finishPublish(2);
  expect([designer.isChanging, designer.record.value.city, saver.isChanged]).toEqual([true, "Dragged", false]);
  designer.settle("Drag");
  await saver.finishPublish(3);
  expect([designer.settled.value.name, designer.settled.value.city]).toEqual(["One", "Dragged"]);
  await rest();
  expect(sent.at(-1)?.record.city).toBe("Dragged");
});

test("without a connection it tries again by itself, and at once when the connection is back", async () => {
  const { sent, saver, designer } = openSaver();
  designer.edit("Name", named("One"));
  await rest();
  await sent[0]?.fail(new Problem(0, "unreachable", "The service cannot be reached."));
  expect([saver.progress.value.kind, saver.isChanged]).toEqual(["failed", true]);
  await rest(5_000);
  await sent[1]?.fail(new Problem(503, "unavailable", "Later."));
  await rest(9_000);
  expect(sent).toHaveLength(2);
  online();
  await rest(0);
  await sent[2]?.succeed(1);
  expect([sent.length, saver.isChanged]).toEqual([3, false]);
});

test("what the service refuses is sent again only once it is different, or somebody asks", async () => {
  const { sent, saver, designer } = openSaver();
  designer.edit("Name", named("One"));
  await rest();
  await sent[0]?.fail(new Problem(400, "validation_failed", "The record is too deep."));
  await rest(100_000);
  expect(sent).toHaveLength(1);
  designer.undo();
  await rest();
  expect([sent.length, saver.isChanged]).toEqual([1, false]);
  designer.redo();
  await rest();
  expect(sent).toHaveLength(2);
});

test("text that is no record is not saved, and what the designer changes replaces it", () => {
  const { saver, designer } = openSaver();
  const { document } = saver;
  document.type(() => '{ "name": ');
  document.readNow();
  expect([document.textFault.value?.line, designer.history.nextUndo, saver.isChanged]).toEqual([1, null, true]);
  designer.edit("Name", named("Drawn"));
  expect(document.textFault.value).toBeNull();
  expect(JSON.parse(document.shownText)).toMatchObject({ name: "Drawn" });
  expect(document.hasReplacedText).toBe(true);
});

test("a change of the text is a step, and what another person made ends the steps", () => {
  const { saver, designer } = openSaver();
  const { document } = saver;
  const text = document.shownText;
  document.type(() => text.replace('"Hall"', '"Typed"'));
  vi.advanceTimersByTime(1_000);
  expect([designer.settled.value.name, designer.history.nextUndo?.title]).toEqual(["Typed", "Change the text"]);
  designer.takeOver(named("Theirs")(designer.settled.value));
  expect(designer.history.nextUndo).toBeNull();
  expect(document.shownText).toBe(text.replace('"Hall"', '"Theirs"'));
});
