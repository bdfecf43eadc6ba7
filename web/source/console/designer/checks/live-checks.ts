// Runs the checks after each change, in slices short enough that the page goes on answering.

import type { Designer } from "../designer";
import type { Finding } from "./check-finding";
import { nameChecks } from "./check-names";
import { placeChecks } from "./check-places";

/** How long nothing must change before the checks run. */
const QUIET_MS = 250;
/** How long the checks work at a time. */
const SLICE_MS = 8;
const FINDINGS_MAX = 200;

/** Checks the plan whenever it has settled, and tells what was found. Returns the function that ends it. */
export function watchChecks(designer: Designer, onFound: (findings: readonly Finding[]) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!designer.isChanging) goOn(allChecks(designer), []);
    }, QUIET_MS);
  };
  const goOn = (checks: Generator<Finding | null>, found: Finding[]) => {
    const isDone = workedOff(checks, found);
    if (isDone) onFound(found);
    else timer = setTimeout(() => goOn(checks, found));
  };
  const ends = [designer.settled.watch(begin), designer.plan.watch(begin)];
  begin();
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}

/** All checks of the plan that is shown now. Between two findings, and at each null, they can pause. */
export function* allChecks(designer: Designer): Generator<Finding | null> {
  const checked = { plan: designer.plan.value, ruleOf: (index: number) => designer.ruleOf(index) };
  yield* nameChecks(checked);
  yield null;
  yield* placeChecks(checked);
}

function workedOff(checks: Generator<Finding | null>, found: Finding[]): boolean {
  const until = performance.now() + SLICE_MS;
  while (performance.now() < until) {
    const { value, done } = checks.next();
    if (done === true || found.length >= FINDINGS_MAX) return true;
    if (value !== null) found.push(value);
  }
  return false;
}
