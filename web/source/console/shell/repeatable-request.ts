// Requests that make something, and that are safe to send again: each has an Idempotency-Key.
import { Problem } from "@seatpreview/client";
import { useState } from "preact/hooks";

/**
 * Sends the creating requests of one form. The same contents get the same Idempotency-Key until they have been answered,
 * so that a second click, or a try after a lost answer, makes no second thing. Other contents get a new one.
 */
export class RepeatableRequest {
  private contents: string | null = null;
  private value = "";

  async send<T>(body: unknown, make: (options: { idempotencyKey: string }) => Promise<T>): Promise<T> {
    const contents = JSON.stringify(body);
    if (contents !== this.contents) {
      this.contents = contents;
      this.value = crypto.randomUUID();
    }
    try {
      const made = await make({ idempotencyKey: this.value });
      this.contents = null;
      return made;
    } catch (failure) {
      if (isAnswered(failure)) this.contents = null;
      throw failure;
    }
  }
}

/** The creating requests of a component. */
export function useRepeatableRequest(): RepeatableRequest {
  return useState(() => new RepeatableRequest())[0];
}

/** Whether the service refused the request for good. Otherwise it may have done what was asked, or may do it later. */
function isAnswered(failure: unknown): boolean {
  if (!(failure instanceof Problem) || failure.code === "request_in_progress") return false;
  return failure.status >= 400 && failure.status < 500 && failure.status !== 408 && failure.status !== 429;
}
