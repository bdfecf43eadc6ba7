// Resolves the labels of offers, and remembers what they mean. Of an offer, only its label is sent.
import { Problem } from "@seatpreview/client";

type Resolve = (labels: string[]) => Promise<string[][]>;

const REMEMBERED_MAX = 50_000;
const TRIES_MAX = 6;
const WAIT_SECONDS_MAX = 30;

export class LabelResolver {
  private readonly known = new Map<string, readonly string[]>();
  /** The request of before. The next one waits for it, since it may have the same labels. */
  private before: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly ask: Resolve,
    private readonly wait: (seconds: number) => Promise<void>,
  ) {}

  /** Returns the keys that each label names. Labels that are known, or on their way, are not sent again. */
  resolve(labels: readonly string[]): Promise<readonly (readonly string[])[]> {
    const found = this.before.then(() => this.resolveNow(labels));
    this.before = found.catch(() => {});
    return found;
  }

  private async resolveNow(labels: readonly string[]): Promise<readonly (readonly string[])[]> {
    const asked = [...new Set(labels)].filter((label) => !this.known.has(label));
    if (asked.length > 0) {
      const found = await this.askPatiently(asked);
      if (this.known.size + asked.length > REMEMBERED_MAX) this.known.clear();
      asked.forEach((label, index) => {
        this.known.set(label, found[index] ?? []);
      });
    }
    return labels.map((label) => this.known.get(label) ?? []);
  }

  /** Waits as long as the service asks for when it is called too often. */
  private async askPatiently(labels: string[]): Promise<string[][]> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.ask(labels);
      } catch (failure) {
        if (!(failure instanceof Problem) || failure.status !== 429 || tries >= TRIES_MAX) throw failure;
        await this.wait(Math.min(failure.retryAfterSeconds ?? 1, WAIT_SECONDS_MAX));
      }
    }
  }
}
