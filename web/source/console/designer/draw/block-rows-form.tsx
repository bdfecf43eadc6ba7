// The rows of a block: from A to K without I, the first at the front or at the back.
import { withRows } from "../../../layout-edits/block-edits";
import { namesFromWords, namesInWords, namesOf, writtenName } from "../../../layout-edits/name-words";
import type { RecordEdit } from "../../../layout-edits/record-edit";
import {
  ROWS_MAX,
  type RowWords,
  rowNames,
  rowWords,
  withFirstRow,
  withRowCount,
  writtenRowList,
  writtenRows,
} from "../../../layout-edits/row-words";
import { FormGroup, LiveNumber, LiveSelect, LiveText } from "../designer-fields";
import type { BlockProps } from "./block-props";

export function RowGroup(props: BlockProps) {
  const { rule } = props;
  const names = namesOf(rule.rows);
  const words = rowWords(rule.rows);
  const now = `${names.length} ${names.length === 1 ? "row" : "rows"}: ${namesInWords(names)}`;
  return (
    <FormGroup title="Rows" now={now} isOpen>
      {words === null ? <ListedRows {...props} /> : <CountedRows {...props} words={words} />}
    </FormGroup>
  );
}

function CountedRows({ designer, index, words }: BlockProps & { words: RowWords }) {
  const change =
    (changed: RowWords, isByPlace = false): RecordEdit =>
    (record) =>
      withRows(index, writtenRows(changed), isByPlace)(record);
  const goesPastZ = /^[A-Za-z]{2,}$/.test(words.last) && /^[A-Za-z]$/.test(words.first);
  return (
    <>
      <LiveText
        designer={designer}
        label="From"
        title="Change the first row"
        value={words.first}
        edit={(first) => change(withFirstRow(words, first), true)}
      />
      <LiveText
        designer={designer}
        label="To"
        title="Change the last row"
        value={words.last}
        edit={(last) => change({ ...words, last: last.trim() })}
      />
      <LiveNumber
        designer={designer}
        label="Number of rows"
        title="Change the number of rows"
        value={rowNames(words).length}
        min={1}
        max={ROWS_MAX}
        step={1}
        isWhole
        edit={(count) => change(withRowCount(words, count))}
      />
      <LiveText
        designer={designer}
        label="Left out"
        title="Change which rows are left out"
        placeholder="such as I, O"
        value={words.leftOut.join(", ")}
        edit={(text) => change(withRowCount({ ...words, leftOut: namesFromWords(text) }, rowNames(words).length), true)}
      />
      <LiveSelect
        designer={designer}
        label={`Row ${words.first} is`}
        title="Change where rows begin"
        value={words.isFromBack ? "back" : "front"}
        choices={[
          { value: "front", text: "at the front" },
          { value: "back", text: "at the back" },
        ]}
        edit={(end) => change({ ...words, isFromBack: end === "back" }, true)}
      />
      {goesPastZ && (
        <LiveSelect
          designer={designer}
          label="After Z"
          title="Change the names after Z"
          value={words.letters}
          choices={[
            { value: "letters", text: "AA, AB, AC" },
            { value: "doubled", text: "AA, BB, CC" },
          ]}
          edit={(letters) => change(withRowCount({ ...words, letters }, rowNames(words).length), true)}
        />
      )}
    </>
  );
}

/** Rows whose names follow no order. */
function ListedRows({ designer, rule, index }: BlockProps) {
  return (
    <LiveText
      designer={designer}
      label="Names, from the front to the back"
      help="Such as A to H, K, AA."
      title="Change the names of rows"
      value={namesOf(rule.rows).map(writtenName).join(", ")}
      edit={(text) => withRows(index, writtenRowList(namesFromWords(text)))}
    />
  );
}
