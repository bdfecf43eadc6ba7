// What is different in some rows, as a list of sentences that can be changed.
import { useState } from "preact/hooks";
import { withSeats } from "../../../layout-edits/block-edits";
import {
  type ExceptionWords,
  exceptionSentence,
  type ListedException,
  listedExceptions,
  withException,
  withoutException,
} from "../../../layout-edits/seat-exceptions";
import { seatParts, seatScheme } from "../../../layout-edits/seat-words";
import { FieldFaults, SelectField, TextField } from "../../shell/form-fields";
import { FormGroup, tried } from "../designer-fields";
import type { BlockProps } from "./block-props";

const NOTHING: ExceptionWords = { rows: "", count: "", first: "", missing: "" };

type Open = { part: number; index: number | null; words: ExceptionWords };

export function ExceptionGroup(props: BlockProps) {
  const { rule } = props;
  const [open, setOpen] = useState<Open | null>(null);
  const listed = listedExceptions(rule);
  const isOpen = (each: ListedException) => open?.part === each.part && open.index === each.index;
  return (
    <FormGroup title="Rows that differ" now={listed.length === 0 ? "none" : String(listed.length)}>
      <ul class="plain-list form-wide form-list">
        {listed.map((each) => (
          <li key={`${each.part} ${each.index}`}>
            {isOpen(each) ? (
              <ExceptionFields {...props} open={open!} onClose={() => setOpen(null)} />
            ) : (
              <ExceptionLine {...props} listed={each} onOpen={() => setOpen(each)} />
            )}
          </li>
        ))}
        {open !== null && open.index === null && (
          <li>
            <ExceptionFields {...props} open={open} onClose={() => setOpen(null)} />
          </li>
        )}
      </ul>
      {open === null && (
        <button
          type="button"
          class="button button-small form-wide"
          onClick={() => setOpen({ part: 0, index: null, words: NOTHING })}
        >
          Add rows that differ
        </button>
      )}
    </FormGroup>
  );
}

function ExceptionLine(props: BlockProps & { listed: ListedException; onOpen: () => void }) {
  const { designer, rule, index, listed, onOpen } = props;
  const sentence = exceptionSentence(listed.words);
  const parts = seatParts(rule).length;
  const remove = () =>
    tried(
      designer,
      () => withSeats(index, (each) => withoutException(each, listed.part, listed.index), "name"),
      "Remove what differs in some rows",
    );
  return (
    <div class="form-line">
      <span>
        {parts > 1 && `${partName(rule, listed.part)}: `}
        {sentence}
      </span>
      <span class="row">
        <button
          type="button"
          class="button button-small button-quiet"
          aria-label={`Change: ${sentence}`}
          onClick={onOpen}
        >
          Change
        </button>
        <button
          type="button"
          class="button button-small button-quiet"
          aria-label={`Remove: ${sentence}`}
          onClick={remove}
        >
          Remove
        </button>
      </span>
    </div>
  );
}

function ExceptionFields(props: BlockProps & { open: Open; onClose: () => void }) {
  const { designer, rule, index, open, onClose } = props;
  const [words, setWords] = useState(open.words);
  const [part, setPart] = useState(open.part);
  const [fault, setFault] = useState<string | null>(null);
  const set = (member: keyof ExceptionWords) => (value: string) => setWords({ ...words, [member]: value });
  const apply = () => {
    const change = () => withSeats(index, (each) => withException(each, part, open.index, words), "name");
    const reason = tried(designer, change, "Change rows that differ");
    setFault(reason);
    if (reason === null) onClose();
  };
  return (
    <form
      class="form-part form-fields"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {seatParts(rule).length > 1 && open.index === null && (
        <SelectField
          label="Side"
          value={String(part)}
          choices={seatParts(rule).map((_, at) => ({ value: String(at), text: partName(rule, at) }))}
          onValue={(value) => setPart(Number(value))}
        />
      )}
      <TextField label="Rows" placeholder="A to C" value={words.rows} onValue={set("rows")} />
      <TextField
        label="Number of seats"
        placeholder="as the others"
        inputMode="numeric"
        value={words.count}
        onValue={set("count")}
      />
      <TextField label="First number" placeholder="as the others" value={words.first} onValue={set("first")} />
      <TextField label="Missing seats" placeholder="such as 6, 8" value={words.missing} onValue={set("missing")} />
      <div class="form-wide" aria-live="polite">
        <FieldFaults id="exception-faults" faults={fault === null ? [] : [fault]} />
      </div>
      <div class="row form-wide">
        <button type="submit" class="button button-small button-primary">
          Apply
        </button>
        <button type="button" class="button button-small" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function partName(rule: BlockProps["rule"], part: number): string {
  if (seatScheme(rule) !== null) return part === 0 ? "Left side" : "Right side";
  return `Part ${part + 1}`;
}
