// The key and the token that "Try it" sends. They are in the memory of this page alone: never in storage, in an address
// or in a log, and gone when the page is loaded again.
import { useEffect, useState } from "preact/hooks";

type Credential = "KEY" | "TOKEN";

const values: Record<Credential, string> = { KEY: "", TOKEN: "" };
const listeners = new Set<() => void>();

/** The typed value, and a function that changes it in all places of the page. */
export function useCredential(name: Credential): readonly [string, (value: string) => void] {
  const [, update] = useState(0);
  useEffect(() => {
    const changed = () => update((count) => count + 1);
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  }, []);
  return [values[name], (value) => setCredential(name, value)];
}

function setCredential(name: Credential, value: string): void {
  values[name] = value.trim();
  for (const listener of listeners) listener();
}
