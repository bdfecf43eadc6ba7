// How a delivery went, as a badge and in words.
import { formatTimeLeft, useNow } from "../shell/times";
import type { Delivery } from "./draft";

/** A delivery with how it stands. One that waits says when it is sent, unless its webhook is off. */
export function DeliveryStatus({ delivery, isActive }: { delivery: Delivery; isActive: boolean }) {
  const { status, attempts } = delivery;
  if (status === "delivered") return <span class="badge badge-good">Delivered</span>;
  if (status === "failed") return <span class="badge badge-danger">Failed</span>;
  if (!isActive) return <span class="badge">Waiting</span>;
  if (attempts === 0) return <span class="badge badge-accent">Sending</span>;
  return <span class="badge badge-warn">Trying again</span>;
}

/** When a delivery is sent next; nothing if it is not. */
export function NextAttempt({ delivery, isActive }: { delivery: Delivery; isActive: boolean }) {
  const now = useNow(1000);
  const text = nextAttemptText(delivery, isActive, now);
  return text === null ? null : <span>{text}</span>;
}

export function nextAttemptText({ nextAttemptAt }: Delivery, isActive: boolean, nowMs: number): string | null {
  if (nextAttemptAt === null) return null;
  if (!isActive) return "when the webhook is turned on";
  const leftMs = Date.parse(nextAttemptAt) - nowMs;
  return leftMs <= 0 ? "now" : `in ${formatTimeLeft(leftMs)}`;
}

/** What the address answered last, in a few words. */
export function answerText({ lastStatus, lastError, lastAttemptAt }: Delivery): string {
  if (lastStatus !== null) return `HTTP ${lastStatus}`;
  if (lastError !== null) return lastError;
  return lastAttemptAt === null ? "not sent yet" : "no answer";
}

/** Why there is no text of an answer that came. */
export function missingAnswerText({ lastStatus, lastAnswer }: Delivery): string | null {
  if (lastStatus === null) return null;
  if (lastAnswer === null) return "The text of answers from networks that the operator permits is not kept.";
  return lastAnswer === "" ? "The answer had no text." : null;
}

/** The body of a delivery with line breaks, for people to read; unchanged if it is not JSON. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Whether a list with these deliveries is soon out of date: one of them is sent within the next seconds. */
export function isAboutToChange(deliveries: readonly Delivery[], nowMs: number): boolean {
  return deliveries.some(
    ({ status, nextAttemptAt }) =>
      status === "pending" && nextAttemptAt !== null && Date.parse(nextAttemptAt) - nowMs < SOON_MS,
  );
}

const SOON_MS = 10_000;
