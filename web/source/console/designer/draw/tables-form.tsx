// The tables of a block: how many, how large, and how they stand.
import { withRows, withSeats } from "../../../layout-edits/block-edits";
import { geometryOf } from "../../../layout-edits/block-words";
import { namesFromWords, namesInWords, namesOf } from "../../../layout-edits/name-words";
import { changedAt, withRule } from "../../../layout-edits/record-edit";
import { rowNames, rowWords, withRowCount, writtenRowList, writtenRows } from "../../../layout-edits/row-words";
import { usualSeatCount, withSeatCount } from "../../../layout-edits/seat-words";
import { type Json, number } from "../../../layouts/written-json";
import { FormGroup, LiveNumber, LiveSelect, LiveText } from "../designer-fields";
import type { BlockProps } from "./block-props";

const SIZE = { min: 0.3, max: 30, step: 0.1 };

export function TableGroup(props: BlockProps) {
  const { designer, rule, index } = props;
  const names = namesOf(rule.rows ?? []);
  const tables = geometryOf(rule).tables as Json;
  const isRound = tables.shape !== "rectangle";
  const words = rowWords(rule.rows);
  const isListed = Array.isArray(tables.at) && tables.at.length > 0;
  const set = (member: string, value: unknown) =>
    withRule(index, (each) => changedAt(each, ["geometry", "tables", member], () => value));
  const widthM = number(tables.widthM, 1.5);
  return (
    <FormGroup title="Tables" now={`${names.length}: ${namesInWords(names)}`} isOpen>
      {words !== null && !isListed && (
        <LiveNumber
          designer={designer}
          label="Number of tables"
          title="Change the number of tables"
          value={rowNames(words).length}
          min={1}
          max={1000}
          step={1}
          isWhole
          edit={(count) => withRows(index, writtenRows(withRowCount(words, count)))}
        />
      )}
      <LiveText
        designer={designer}
        label="Names of tables"
        title="Change the names of tables"
        value={namesInWords(names)}
        edit={(text) => withRows(index, writtenRowList(namesFromWords(text)))}
      />
      <LiveNumber
        designer={designer}
        label="Seats at each table"
        title="Change the number of seats"
        value={usualSeatCount(rule)}
        min={1}
        max={100}
        step={1}
        isWhole
        edit={(count) => withSeats(index, (each) => withSeatCount(each, count), "name")}
      />
      <LiveSelect
        designer={designer}
        label="Tables are"
        title="Change the shape of tables"
        value={isRound ? "round" : "rectangle"}
        choices={[
          { value: "round", text: "round" },
          { value: "rectangle", text: "rectangular" },
        ]}
        edit={(shape) => set("shape", shape === "round" ? undefined : shape)}
      />
      <LiveNumber
        designer={designer}
        label={isRound ? "Diameter (m)" : "Width (m)"}
        title="Change the size of tables"
        value={widthM}
        {...SIZE}
        edit={(value) => set("widthM", value)}
      />
      {!isRound && (
        <LiveNumber
          designer={designer}
          label="Depth (m)"
          title="Change the size of tables"
          value={number(tables.depthM, widthM)}
          {...SIZE}
          edit={(value) => set("depthM", value)}
        />
      )}
      {!isListed && (
        <>
          <LiveNumber
            designer={designer}
            label="Side by side"
            title="Change how tables stand"
            value={number(tables.columns, 1)}
            min={1}
            max={100}
            step={1}
            isWhole
            edit={(value) => set("columns", value)}
          />
          <LiveNumber
            designer={designer}
            label="From table to table (m)"
            title="Change the distance of tables"
            value={number(tables.pitchM, 3)}
            min={0.5}
            max={50}
            step={0.1}
            edit={(value) => set("pitchM", value)}
          />
        </>
      )}
      {isListed && <p class="small form-wide">Each table has a place of its own. Move the block on the canvas.</p>}
    </FormGroup>
  );
}
