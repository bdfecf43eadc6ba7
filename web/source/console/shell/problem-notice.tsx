// A notice about a problem of the API, with its detail, its faults, and buttons to try again or to sign in again.
import type { Fault, Problem } from "@seatpreview/client";
import { ErrorIcon } from "../../design/icons";
import { isSignedIn, signOut } from "../signin/session";
import { faultText, problemText } from "./problem-text";

type ProblemNoticeProps = {
  problem: Problem | undefined;
  /** The pointers of members whose faults the form shows at its fields. All other faults are listed in the notice. */
  fieldPointers?: string[];
  onRetry?: () => void;
};

export function ProblemNotice({ problem, fieldPointers = [], onRetry }: ProblemNoticeProps) {
  if (problem === undefined) return null;
  const others = faultsWithoutField(problem.errors, fieldPointers);
  const isPlaced = problem.errors.length > 0 && others.length === 0;
  return (
    <div class="note note-danger" role="alert">
      <ErrorIcon />
      <div class="stack-small">
        <p>{isPlaced ? markedBelow(problem.errors.length) : problemText(problem)}</p>
        {others.length > 0 && problem.errors.length > 1 && (
          <ul class="plain-list">
            {others.map((fault) => (
              <li key={`${locationOf(fault)} ${fault.detail}`}>
                <code>{locationOf(fault)}</code> {faultText(fault.detail)}
              </li>
            ))}
          </ul>
        )}
        <div class="row">
          {onRetry !== undefined && (
            <button type="button" class="button button-small" onClick={onRetry}>
              Try again
            </button>
          )}
          {problem.status === 401 && isSignedIn() && (
            <button type="button" class="button button-small" onClick={() => signOut()}>
              Sign in with another key
            </button>
          )}
          {problem.requestId !== null && (
            <span class="soft small">
              {problem.code} · request <code>{problem.requestId}</code>
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

/** Returns the faults of exactly this member or, if `isDeep`, of the member and everything inside it. */
export function faultsOf(problem: Problem | undefined, pointer: string, isDeep = false): string[] {
  if (problem === undefined) return [];
  const faults = isDeep ? problem.faultsAt(pointer) : problem.errors.filter((fault) => fault.pointer === pointer);
  return faults.map((fault) => toSentence(faultText(fault.detail)));
}

function faultsWithoutField(errors: readonly Fault[], beside: string[]): Fault[] {
  return errors.filter(
    ({ pointer }) =>
      pointer === undefined || !beside.some((place) => pointer === place || pointer.startsWith(`${place}/`)),
  );
}

function locationOf(fault: Fault): string {
  return fault.pointer ?? fault.parameter ?? "";
}

function markedBelow(count: number): string {
  return count === 1
    ? "One field has an error; it is marked below."
    : `${count} fields have errors; they are marked below.`;
}

/** Makes a sentence of a fault's detail, which the API writes as the continuation of the member's name. */
export function toSentence(detail: string): string {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
