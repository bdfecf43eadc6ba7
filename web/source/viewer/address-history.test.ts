// Tests of the viewer's address: what it keeps, and where the browser's Back leads.
import { expect, test, vi } from "vitest";
import { AddressHistory } from "./address-history";

/** A window with a history of its own, which Back and Forward walk through. */
function browser(hash: string, { isFrame = false } = {}) {
  const entries: { state: unknown; hash: string }[] = [{ state: null, hash }];
  let at = 0;
  const events = new EventTarget();
  const go = (to: number) => {
    at = to;
    events.dispatchEvent(new Event("popstate"));
  };
  const page = Object.assign(events, {
    location: {
      get hash() {
        return entries[at]!.hash;
      },
      reload: vi.fn(),
    },
    history: {
      get state() {
        return entries[at]!.state;
      },
      pushState: (state: unknown, _: string, url: string) => {
        entries.splice(++at, entries.length, { state, hash: url });
      },
      replaceState: (state: unknown, _: string, url: string) => {
        entries[at] = { state, hash: url };
      },
      back: () => go(at - 1),
    },
  });
  const parent = isFrame ? {} : page;
  const history = new AddressHistory(Object.assign(page, { parent }) as unknown as Window, "st_a");
  const returned = vi.fn();
  history.onReturn = returned;
  return { history, page, returned, entries, back: () => go(at - 1), forward: () => go(at + 1) };
}

test("a reload shows the latest seat and configuration with the latest token", () => {
  const { history, page } = browser("#st_a&seat=1%2FA%2F1&locale=de");
  expect(history.seat).toBe("1/A/1");
  history.renew("st_b");
  expect(page.location.hash).toBe("#st_b&seat=1%2FA%2F1&locale=de");
  history.show("1/A/2", "match");
  history.renew("st_c");
  expect(page.location.hash).toBe("#st_c&seat=1%2FA%2F2&locale=de&configuration=match");
});

test("each seat is an entry of the history, and Back and Forward go to seats", () => {
  const { history, returned, entries, back, forward } = browser("#st_a&seat=section+1+row+A+seat+1");
  for (const seat of ["1/A/1", "1/A/2", "1/A/2", "1/A/3"]) history.show(seat, null);
  expect(entries).toHaveLength(3);
  back();
  history.show("1/A/2", null);
  history.back();
  history.show("1/A/1", null);
  forward();
  expect(returned.mock.calls).toEqual([
    ["1/A/2", true],
    ["1/A/1", true],
    ["1/A/2", false],
  ]);
  expect(entries).toHaveLength(3);
});

test("in a frame no seat is an entry, since Back belongs to the whole page there", () => {
  const { history, entries, page } = browser("#st_a", { isFrame: true });
  for (const seat of ["1/A/1", "1/A/2"]) history.show(seat, null);
  expect(history.hasEntries).toBe(false);
  expect(entries).toHaveLength(1);
  expect(page.location.hash).toBe("#st_a&seat=1%2FA%2F2");
});

test("another fragment that somebody entered is another session, so the page is loaded anew", () => {
  const { history, page, entries } = browser("#st_a");
  history.show("1/A/1", null);
  page.dispatchEvent(new Event("hashchange"));
  expect(page.location.reload).not.toHaveBeenCalled();
  entries.splice(0, 1, { state: null, hash: "#st_other" });
  page.dispatchEvent(new Event("hashchange"));
  expect(page.location.reload).toHaveBeenCalledOnce();
});
