// What the service says of a record that it accepts: what is hardly true of the hall, and names that, printed on a ticket, would
// not lead to their own place, each with a link to the record.
import { WarningIcon } from "../../design/icons";
import { useWatched } from "../shell/watched";
import { type FoundWarnings, type HallFinding, savedWarnings, warningOutcome, warningsTitle } from "./label-warnings";

type Dismissible = { onDismiss?: (() => void) | undefined };

type WarningListProps = Dismissible & {
  found: FoundWarnings;
  /** Shows the place of the record that a pointer names. */
  onJump?: ((pointer: string) => void) | undefined;
};

export function WarningList({ found, onJump, onDismiss }: WarningListProps) {
  const { warningsCount, sectionsNotChecked, findings } = found;
  const hasNames = warningsCount > 0 || sectionsNotChecked > 0;
  return (
    <>
      <HallFindings findings={findings} onDismiss={hasNames ? undefined : onDismiss} />
      {hasNames && <NamesOnTickets found={found} onJump={onJump} onDismiss={onDismiss} />}
    </>
  );
}

/** What is hardly true of a hall. */
export function HallFindings({ findings, onDismiss }: { findings: readonly HallFinding[] } & Dismissible) {
  if (findings.length === 0) return null;
  return (
    <section class="note note-warn" aria-label="Hardly true">
      <WarningIcon />
      <div class="stack-small">
        <ul class="plain-list">
          {findings.map(({ kind, text }) => (
            <li key={kind}>{text}</li>
          ))}
        </ul>
        <CloseButton onDismiss={onDismiss} />
      </div>
    </section>
  );
}

function NamesOnTickets({ found, onJump, onDismiss }: WarningListProps) {
  const { warnings, warningsCount, sectionsNotChecked } = found;
  return (
    <section class="note note-warn" aria-label="Names on tickets">
      <WarningIcon />
      <div class="stack-small">
        <p role="status">{warningsTitle(found)}</p>
        {warnings.length > 0 && (
          <ul class="plain-list fault-list" tabIndex={0} aria-label="Labels that lead elsewhere">
            {warnings.map((warning) => (
              <li key={warning.label}>
                {onJump === undefined ? (
                  <strong>{warningOutcome(warning)}</strong>
                ) : (
                  <button type="button" class="fault-jump" onClick={() => onJump(warning.pointer)}>
                    {warningOutcome(warning)}
                  </button>
                )}{" "}
                {warning.reason}
              </li>
            ))}
          </ul>
        )}
        {warningsCount > warnings.length && (
          <p class="small soft">{(warningsCount - warnings.length).toLocaleString("en")} more are not listed.</p>
        )}
        {sectionsNotChecked > 0 && (
          <p class="small soft">
            The names of {sectionsNotChecked.toLocaleString("en")} sections were not tried, because there are so many.
          </p>
        )}
        <CloseButton onDismiss={onDismiss} />
      </div>
    </section>
  );
}

function CloseButton({ onDismiss }: Dismissible) {
  if (onDismiss === undefined) return null;
  return (
    <div class="row">
      <button type="button" class="button button-small" onClick={onDismiss}>
        Close
      </button>
    </div>
  );
}

/** The warnings about a venue that was just created or saved. */
export function SavedWarnings({ venueId, onJump }: { venueId: string; onJump: (pointer: string) => void }) {
  const saved = useWatched(savedWarnings);
  if (saved?.venueId !== venueId) return null;
  return <WarningList found={saved.found} onJump={onJump} onDismiss={() => savedWarnings.set(null)} />;
}
