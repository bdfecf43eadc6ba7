// The list of what changes for buyers, with examples to unfold.
import { InfoIcon, WarningIcon } from "../../design/icons";
import { ScrollRegion } from "../shell/scroll-region";
import { type ChangeLine, type Changes, changesInWords, joined, notCompared } from "./changes-in-words";
import "./versions.css";

type ChangesListProps = {
  changes: Changes;
  /** The parts of the record that are different, in words, where both records are known. */
  parts?: readonly string[];
};

export function ChangesList({ changes, parts = [] }: ChangesListProps) {
  const lines = changesInWords(changes);
  return (
    <div class="stack-small">
      {lines.length === 0 ? (
        <p>Buyers find the same seats under the same names. None of them moves by more than half a metre.</p>
      ) : (
        <ul class="plain-list changes-list">
          {lines.map((line) => (
            <li key={line.text}>
              <Line line={line} />
            </li>
          ))}
        </ul>
      )}
      {parts.length > 0 && (
        <p>
          {lines.length === 0 ? "What changes" : "In all, these parts of the record change"}: {joined(parts)}.
        </p>
      )}
      {notCompared(changes).map((text) => (
        <p key={text} class="soft small">
          {text}
        </p>
      ))}
    </div>
  );
}

function Line({ line }: { line: ChangeLine }) {
  const text = (
    <>
      <span class={line.isWarning ? "change-icon change-warning" : "change-icon"}>
        {line.isWarning ? <WarningIcon label="Careful" /> : <InfoIcon />}
      </span>
      {line.text}
    </>
  );
  if (line.examples.length === 0) return <p>{text}</p>;
  return (
    <details>
      <summary>{text}</summary>
      <ScrollRegion label={line.text} class="change-examples">
        <ul class="plain-list">
          {line.examples.map((each) => (
            <li key={each}>{each}</li>
          ))}
          {line.more > 0 && <li class="soft">and {line.more.toLocaleString("en")} more</li>}
        </ul>
      </ScrollRegion>
    </details>
  );
}
