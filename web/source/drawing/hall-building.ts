// Builds the parts of a hall in a worker, or on the page where no worker can be started. This file is the script of both.
import type { Plan } from "../plan/plan";
import type { EyePoint } from "./crowd-cells";
import { type HallPart, hallParts, transferablesOf } from "./hall-parts";

type Hall = AsyncGenerator<HallPart, void>;
type Order = { plan: Plan; eye: EyePoint | null };
type Message = { part: HallPart } | { isDone: true } | { failure: string };

/** The hall that was begun before anybody could draw it. */
let begun: (Order & WorkerHall) | null = null;

type WorkerHall = { parts: Hall; end: () => void };

/** A worker that has built a hall and waits for another; false where none is kept. */
let idle: Worker | null | false = false;

/** Keeps a worker for the next hall, where one follows the other, or lets go of it. */
export function keepWorker(isKept: boolean): void {
  if (idle) idle.terminate();
  idle = isKept ? null : false;
}

/** Begins to build a hall, for a view that will ask for its parts. */
export function beginHall(plan: Plan, eye: EyePoint | null): void {
  begun?.end();
  begun = typeof Worker === "function" ? { plan, eye, ...builtInWorker({ plan, eye }) } : null;
}

/** The parts of a hall: those that were begun, or else new ones. `pause` lets the page breathe where it does the work. */
export function partsOf(plan: Plan, eye: EyePoint | null, pause: () => Promise<void>): Hall {
  if (begun?.plan !== plan || !isSame(begun.eye, eye)) beginHall(plan, eye);
  const parts = begun?.parts ?? null;
  begun = null;
  return parts === null ? hallParts(plan, eye, pause) : withoutWorkerIfItFails(parts, { plan, eye }, pause);
}

function isSame(one: EyePoint | null, other: EyePoint | null): boolean {
  return one?.x === other?.x && one?.y === other?.y && one?.z === other?.z;
}

/** Builds on the page what a worker failed to. Both build the same parts in the same order. */
async function* withoutWorkerIfItFails(hall: Hall, { plan, eye }: Order, pause: () => Promise<void>): Hall {
  let received = 0;
  try {
    for await (const part of hall) {
      received++;
      yield part;
    }
    return;
  } catch (failure) {
    if (!(failure instanceof WorkerFailure)) throw failure;
  }
  for await (const part of hallParts(plan, eye, pause)) {
    if (received-- <= 0) yield part;
  }
}

class WorkerFailure extends Error {}

/** Starts a worker at once. Its parts wait until they are asked for. */
function builtInWorker(order: Order): WorkerHall {
  const messages: Message[] = [];
  let wake = () => {};
  const receive = (message: Message) => {
    messages.push(message);
    wake();
  };
  const arrival = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  const worker = startWorker(order, receive);
  const end = () => {
    const isDone = messages.some((message) => "isDone" in message);
    if (isDone && idle === null) idle = worker;
    else worker?.terminate();
  };
  const take = async function* (): Hall {
    try {
      for (;;) {
        const message = messages.shift();
        if (message === undefined) await arrival();
        else if ("part" in message) yield message.part;
        else if ("isDone" in message) return void messages.push(message);
        else throw new WorkerFailure(message.failure);
      }
    } finally {
      end();
    }
  };
  return { parts: take(), end };
}

function startWorker(order: Order, receive: (message: Message) => void): Worker | null {
  try {
    const worker = idle || new Worker(import.meta.url, { type: "module", name: "hall" });
    if (idle) idle = null;
    worker.onmessage = ({ data }: MessageEvent<Message>) => receive(data);
    // Without support for modules, or where a policy forbids workers, there is an event and no exception.
    worker.onerror = (event) => {
      event.preventDefault();
      receive({ failure: event.message });
    };
    worker.postMessage(order);
    return worker;
  } catch (failure) {
    receive({ failure: String(failure) });
    return null;
  }
}

async function work({ plan, eye }: Order): Promise<void> {
  const send = (message: Message, transfer: ArrayBuffer[] = []) => self.postMessage(message, { transfer });
  try {
    for await (const part of hallParts(plan, eye)) send({ part }, transferablesOf(part));
    send({ isDone: true });
  } catch (failure) {
    send({ failure: String(failure) });
  }
}

if (typeof document === "undefined" && typeof self === "object" && "postMessage" in self) {
  self.onmessage = ({ data }: MessageEvent<Order>) => void work(data);
}
