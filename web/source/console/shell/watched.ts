// A value that tells those who watch it when it changes. Only what shows the value is drawn again.
import { useEffect, useState } from "preact/hooks";

export class Watched<T> {
  private readonly watchers = new Set<(value: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const watcher of [...this.watchers]) watcher(value);
  }

  /** Calls the watcher with each later value. Returns the function that ends it. */
  watch(watcher: (value: T) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }
}

/** The current value, in a component that is drawn again when it changes. */
export function useWatched<T>(watched: Watched<T>): T {
  const [, redraw] = useState({});
  useEffect(() => watched.watch(() => redraw({})), [watched]);
  return watched.value;
}
