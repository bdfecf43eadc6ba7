// Faults of a record, each with a link to its place in the text.
import type { Fault } from "@seatpreview/client";
import { ErrorIcon, WarningIcon } from "../../design/icons";

type FaultListProps = {
  title: string;
  faults: Fault[];
  /** Whether the text was saved all the same. */
  isWarning?: boolean;
  onJump: (fault: Fault) => void;
};

export function FaultList({ title, faults, isWarning = false, onJump }: FaultListProps) {
  return (
    <div class={`note ${isWarning ? "note-warn" : "note-danger"}`} role={isWarning ? "status" : "alert"}>
      {isWarning ? <WarningIcon /> : <ErrorIcon />}
      <div class="stack-small">
        <p>{title}</p>
        <ul class="plain-list fault-list">
          {faults.map((fault) => (
            <li key={`${fault.pointer} ${fault.detail}`}>
              <button type="button" class="fault-jump" onClick={() => onJump(fault)}>
                {fault.pointer !== undefined && <code>{fault.pointer || "/"}</code>} {fault.detail}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
