// Tests of what the viewer reports, and to whom.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserRefusesTracking, EventReporter, type ReportedEvent, timeOrderedId } from "./event-reporter";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function reporterThat(isOn: boolean) {
  const beacons: Blob[] = [];
  const told: ReportedEvent[] = [];
  vi.stubGlobal("navigator", { sendBeacon: (_: string, body: Blob) => beacons.push(body) });
  const reporter = new EventReporter(
    () => "st_a",
    "key_a",
    isOn,
    (event) => told.push(event),
  );
  return { reporter, beacons, told };
}

type Event = ReportedEvent & { eventId: string; at: string };

/** The events of each beacon. */
function sent(beacons: readonly Blob[]): Promise<Event[][]> {
  return Promise.all(beacons.map(async (beacon) => JSON.parse(await beacon.text()).events));
}

function kinds(events: readonly (readonly Event[])[]): string[][] {
  return events.map((beacon) => beacon.map(({ kind }) => kind));
}

test("what happens while a view opens is one beacon, and what follows another", async () => {
  const { reporter, beacons, told } = reporterThat(true);
  reporter.report({ kind: "session_started" });
  vi.advanceTimersByTime(1500);
  reporter.report({ kind: "seat_viewed", seat: "1/A/1" });
  reporter.report({ kind: "fallback_shown", seat: "1/A/1" });
  expect(told.length).toBe(3);
  expect(beacons).toEqual([]);
  vi.advanceTimersByTime(1500);
  reporter.report({ kind: "seat_viewed", seat: "1/A/2" });
  vi.advanceTimersByTime(3000);
  const events = await sent(beacons);
  expect(kinds(events)).toEqual([["session_started", "seat_viewed", "fallback_shown"], ["seat_viewed"]]);
  const [started, viewed] = events[0] as [Event, Event];
  expect(Date.parse(viewed.at) - Date.parse(started.at)).toBe(1500);
});

test("a click, a page that closes and very many events do not wait", async () => {
  const { reporter, beacons } = reporterThat(true);
  reporter.report({ kind: "seat_viewed", seat: "1/A/1" });
  reporter.report({ kind: "cta_clicked", seat: "1/A/1" });
  reporter.report({ kind: "view_rotated", seat: "1/A/1" });
  reporter.flush();
  for (let seat = 0; seat < 45; seat++) reporter.report({ kind: "seat_viewed", seat: `1/A/${seat}` });
  reporter.flush();
  reporter.flush();
  vi.advanceTimersByTime(10_000);
  expect((await sent(beacons)).map(({ length }) => length)).toEqual([2, 1, 20, 20, 5]);
});

test("with events off the service hears nothing, and the host page everything", () => {
  const { reporter, beacons, told } = reporterThat(false);
  reporter.report({ kind: "seat_viewed", seat: "1/A/1" });
  reporter.error("picture_failed");
  expect(beacons).toEqual([]);
  expect(told.map(({ kind }) => kind)).toEqual(["seat_viewed", "error"]);
});

test("an error is reported by a code, once", async () => {
  const { reporter, beacons } = reporterThat(true);
  reporter.error("picture_failed");
  reporter.error("picture_failed");
  reporter.error("script_failed");
  reporter.flush();
  const events = (await sent(beacons)).flat();
  expect(events.map(({ code }) => code)).toEqual(["picture_failed", "script_failed"]);
  for (const event of events) expect(Object.keys(event).sort()).toEqual(["at", "code", "eventId", "kind"]);
});

test("a beacon begins with the token, and names the key of the viewer's path", async () => {
  const { reporter, beacons } = reporterThat(true);
  reporter.report({ kind: "session_started" });
  reporter.flush();
  const [text] = await Promise.all(beacons.map((beacon) => beacon.text()));
  expect(text).toMatch(/^\{"token":"st_a","viewerKey":"key_a","events":\[/);
});

test("ids of events are UUIDs that begin with the time of the event", async () => {
  const { reporter, beacons } = reporterThat(true);
  reporter.report({ kind: "seat_viewed", seat: "1/A/1" });
  reporter.flush();
  const event = (await sent(beacons)).flat()[0] as { eventId: string; at: string };
  expect(event.eventId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(event.eventId.replace("-", "").slice(0, 12), 16)).toBe(Date.parse(event.at));
  const at = new Date("2026-11-16T12:00:00.001Z");
  const ids = Array.from({ length: 100 }, () => timeOrderedId(at));
  expect(new Set(ids).size).toBe(100);
  const later = timeOrderedId(new Date(at.getTime() + 1));
  expect(ids.every((id) => id < later)).toBe(true);
});

test("Global Privacy Control is heard", () => {
  for (const [setting, refuses] of [
    [true, true],
    [false, false],
    [undefined, false],
  ]) {
    vi.stubGlobal("navigator", { globalPrivacyControl: setting });
    expect(browserRefusesTracking()).toBe(refuses);
  }
});
