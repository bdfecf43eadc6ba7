// Tests of the channel to the page that embeds the viewer: who is heard, when, and in which order.
import { expect, test, vi } from "vitest";
import { HostChannel } from "./host-channel";

const SHOP = "https://shop.example";
const OTHER = "https://other.example";

/** A viewer in a frame, and the messages that its host page got, each with the origin that it was meant for. */
function framedViewer() {
  const sent: [message: Record<string, unknown>, origin: string][] = [];
  const parent = { postMessage: (message: Record<string, unknown>, origin: string) => sent.push([message, origin]) };
  const page = Object.assign(new EventTarget(), { parent });
  const channel = new HostChannel(page as unknown as Window);
  const tell = (data: unknown, origin = SHOP, source: unknown = parent) =>
    page.dispatchEvent(Object.assign(new Event("message"), { data, origin, source }));
  const ask = (ask: string, more: object = {}, origin = SHOP) => tell({ type: "seat-preview", ask, ...more }, origin);
  return { channel, sent, tell, ask };
}

/** Listens for seats and offers. Returns what was heard. */
function heardBy(channel: HostChannel): unknown[] {
  const heard: unknown[] = [];
  channel.listen({
    show: (seat) => heard.push(seat),
    offers: ({ offers, chosen }) => heard.push(offers ?? chosen),
  });
  return heard;
}

test("the page hears at once that its frame was not refused, and nothing else before the session is known", () => {
  const { channel, sent, ask } = framedViewer();
  ask("hello");
  channel.send({ event: "ready" });
  expect(sent).toEqual([[{ type: "seat-preview", event: "here" }, "*"]]);
});

test("a viewer that is not in a frame sends nothing and listens to nobody", () => {
  const page = Object.assign(new EventTarget(), { postMessage: vi.fn() });
  const addEventListener = vi.spyOn(page, "addEventListener");
  const channel = new HostChannel(Object.assign(page, { parent: page }) as unknown as Window);
  channel.open(null);
  channel.send({ event: "ready" });
  expect(page.postMessage).not.toHaveBeenCalled();
  expect(addEventListener).not.toHaveBeenCalled();
});

test("messages wait in their order until the session is known and somebody listens", () => {
  const { channel, ask } = framedViewer();
  ask("show", { seat: "1/A/1" });
  ask("offers", { offers: ["first"] });
  channel.open(SHOP);
  ask("chosen", { chosen: ["1/A/2"] });
  ask("show", { seat: "1/A/3" });
  const heard = heardBy(channel);
  expect(heard).toEqual(["1/A/1", ["first"], ["1/A/2"], "1/A/3"]);
  ask("show", { seat: "1/A/4" });
  expect(heard.at(-1)).toBe("1/A/4");
});

test("whoever listens for seats alone leaves the offers to another", () => {
  const { channel, ask } = framedViewer();
  ask("offers", { offers: ["first"] });
  ask("show", { seat: "1/A/1" });
  channel.open(null);
  const early: string[] = [];
  channel.listen({ show: (seat) => early.push(seat) });
  const later = heardBy(channel);
  expect([early, later]).toEqual([["1/A/1"], [["first"]]]);
});

test("nobody is heard before the session is known, however early somebody listens", () => {
  const { channel, ask } = framedViewer();
  const heard = heardBy(channel);
  ask("show", { seat: "1/A/1" }, OTHER);
  ask("show", { seat: "1/A/2" }, SHOP);
  expect(heard).toEqual([]);
  channel.open(SHOP);
  expect(heard).toEqual(["1/A/2"]);
});

test("a session that is bound to an origin neither hears nor tells a page of another", () => {
  // The attack: a page frames the viewer with a session that was made for another page, and asks it for seats.
  const { channel, sent, ask } = framedViewer();
  const heard = heardBy(channel);
  ask("show", { seat: "1/A/1" }, OTHER);
  channel.open(SHOP);
  ask("show", { seat: "1/A/2" }, OTHER);
  channel.send({ event: "ready" });
  expect(heard).toEqual([]);
  expect(sent.slice(1)).toEqual([[{ type: "seat-preview", event: "ready" }, SHOP]]);
});

test("any other session talks to the page that spoke first, and tells it what has happened meanwhile", () => {
  const { channel, sent, ask } = framedViewer();
  const heard = heardBy(channel);
  channel.open(null);
  channel.send({ event: "ready" });
  channel.send({ event: "problem", code: "other", detail: "" });
  expect(sent).toHaveLength(1);
  ask("hello");
  expect(sent.slice(1).map(([{ event }, origin]) => [event, origin])).toEqual([
    ["ready", SHOP],
    ["problem", SHOP],
  ]);
  ask("show", { seat: "1/A/1" }, OTHER);
  expect(heard).toEqual([]);
});

test("a greeting that came before the session was known opens the channel as well", () => {
  const { channel, sent, ask } = framedViewer();
  ask("hello");
  channel.open(null);
  channel.send({ event: "ready" });
  expect(sent.at(-1)).toEqual([{ type: "seat-preview", event: "ready" }, SHOP]);
});

test("other frames, other messages and seats that are no text are ignored", () => {
  const { channel, tell, ask } = framedViewer();
  const heard = heardBy(channel);
  channel.open(SHOP);
  tell({ type: "seat-preview", ask: "show", seat: "1/A/1" }, SHOP, {});
  for (const data of [null, "show", 7, { ask: "show", seat: "1/A/1" }, { type: "other", ask: "show", seat: "1" }])
    tell(data);
  ask("show", { seat: 7 });
  ask("show", { seat: "" });
  ask("dance");
  expect(heard).toEqual([]);
});

test("a page cannot fill the memory of a viewer that is still loading", () => {
  const { channel, ask } = framedViewer();
  for (let number = 0; number < 200; number++) ask("show", { seat: `${number}` });
  channel.open(SHOP);
  expect(heardBy(channel)).toHaveLength(100);
});
