// Modules in scripts of their own, which are loaded after the first view, or only for those who need them.
import { useEffect, useState } from "preact/hooks";

/** Returns the module once it is loaded, and null before. It is loaded when it is first needed. */
export function useModule<T>(
  isNeeded: boolean,
  load: () => Promise<T>,
  onFailed?: (failure: unknown) => void,
): T | null {
  const [module, setModule] = useState<T | null>(null);
  useEffect(() => {
    if (isNeeded) void load().then(setModule, onFailed);
  }, [isNeeded]);
  return module;
}
