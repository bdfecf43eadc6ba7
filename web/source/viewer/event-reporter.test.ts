// Tests of what the viewer reports, and to whom.
import { afterEach, expect, test, vi } from "vitest";
import { browserRefusesTracking, EventReporter, type ReportedEvent, timeOrderedId } from "./event-reporter";

afterEach(() => vi.unstubAllGlobals());

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
  const events = await Promise.all(beacons.map(async (beacon) => JSON.parse(await beacon.text()).events[0]));
  expect(events.map(({ code }) => code)).toEqual(["picture_failed", "script_failed"]);
  for (const event of events) expect(Object.keys(event).sort()).toEqual(["at", "code", "eventId", "kind"]);
});

test("a beacon begins with the token, and names the key of the viewer's path", async () => {
  const { reporter, beacons } = reporterThat(true);
  reporter.report({ kind: "session_started" });
  const [text] = await Promise.all(beacons.map((beacon) => beacon.text()));
  expect(text).toMatch(/^\{"token":"st_a","viewerKey":"key_a","events":\[/);
});

test("ids of events are UUIDs that begin with the time of the event", async () => {
  const { reporter, beacons } = reporterThat(true);
  reporter.report({ kind: "seat_viewed", seat: "1/A/1" });
  const [event] = await Promise.all(beacons.map(async (beacon) => JSON.parse(await beacon.text()).events[0]));
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
