// Tests of what the element asks the viewer for, and when.
import { afterEach, expect, test, vi } from "vitest";
import type { MessageToPage, MessageToViewer } from "../host-messages/messages";
import { PageOffers } from "./page-offers";
import { ViewerChannel } from "./viewer-channel";

const READY: MessageToPage = { event: "ready" };

afterEach(() => {
  vi.useRealTimers();
});

function element() {
  const refused = vi.fn();
  const sent: MessageToViewer[] = [];
  const offers: PageOffers = new PageOffers((message) => channel.send(message));
  const channel = new ViewerChannel(
    (message) => sent.push(message),
    () => offers.tell(),
    refused,
  );
  /** The viewer tells that it shows a seat, or several. */
  const shows = (seat: string, ...others: string[]) =>
    channel.receive({
      ...{ event: "seat", seat, description: "", medium: "picture" },
      ...(others.length > 0 ? { seats: [seat, ...others], label: "" } : {}),
    });
  const asked = () => sent.splice(0).map((message) => ("seat" in message ? message.seat : message.ask));
  return { channel, offers, shows, asked, refused };
}

test("the last seat that was asked for waits until the viewer is ready, and the offers follow it", () => {
  const { channel, offers, asked } = element();
  channel.show("1/A/1");
  channel.showAttribute("1/A/2");
  offers.setOffers([{ seat: "1/A/2" }]);
  offers.setChosen(["1/A/2"]);
  expect(asked()).toEqual([]);
  channel.receive(READY);
  expect(asked()).toEqual(["1/A/2", "offers"]);
  channel.receive(READY);
  expect(asked()).toEqual([]);
});

test("a page that copies each seat that it hears of into the attribute asks for nothing", () => {
  const { channel, shows, asked } = element();
  channel.receive(READY);
  shows("1/A/1");
  channel.showAttribute("1/A/1");
  channel.show("1/A/1");
  expect(asked()).toEqual([]);
  channel.showAttribute("1/A/2");
  expect(asked()).toEqual(["1/A/2"]);
});

test("the first of several seats can be asked for alone, but copying it into the attribute keeps them all", () => {
  const { channel, shows, asked } = element();
  channel.receive(READY);
  shows("1/A/1", "1/A/2");
  channel.showAttribute("1/A/1");
  expect(asked()).toEqual([]);
  channel.show("1/A/1");
  expect(asked()).toEqual(["1/A/1"]);
  shows("1/A/1");
  channel.show("1/A/1");
  expect(asked()).toEqual([]);
});

test("a frame that stays silent for three seconds after it has loaded was refused by the browser", () => {
  vi.useFakeTimers();
  const { channel, asked, refused } = element();
  channel.greet();
  expect(asked()).toEqual(["hello"]);
  vi.advanceTimersByTime(2_999);
  expect(refused).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(refused).toHaveBeenCalledOnce();
});

test("a viewer that loads slowly is not taken for a refused one, nor for one that is ready", () => {
  vi.useFakeTimers();
  const { channel, asked, refused } = element();
  channel.show("1/A/1");
  channel.greet();
  channel.receive({ event: "here" });
  vi.advanceTimersByTime(60_000);
  expect(refused).not.toHaveBeenCalled();
  expect(asked()).toEqual(["hello"]);
  channel.receive(READY);
  expect(asked()).toEqual(["1/A/1"]);
});
