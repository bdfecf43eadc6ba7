// Numbers the rows and seats of all selected blocks at once, with a picture of what it will be.
import { useMemo, useState } from "preact/hooks";
import { Dialog } from "../../../design/dialog";
import { blockKind } from "../../../layout-edits/block-words";
import { namesFromWords, WordsFault } from "../../../layout-edits/name-words";
import {
  type NumberedBlock,
  type Numbering,
  numbered,
  numberedBlocks,
  rulesOfSections,
  separated,
  separates,
} from "../../../layout-edits/numbering";
import { rulesOf } from "../../../layout-edits/record-edit";
import { rowWords } from "../../../layout-edits/row-words";
import type { SeatOrder } from "../../../layout-edits/seat-words";
import type { Json } from "../../../layouts/written-json";
import { FieldFaults, SelectField, TextField } from "../../shell/form-fields";
import { useWatched } from "../../shell/watched";
import type { Designer } from "../designer";
import { sectionGroups } from "./block-order";
import { NumberingPicture } from "./numbering-picture";
import "./numbering-dialog.css";

export function NumberingButton({ designer }: { designer: Designer }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        Number rows and seats…
      </button>
      {isOpen && <NumberingDialog designer={designer} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The form as it is written; `Numbering` is what it means. */
type Form = Omit<Numbering, "rows"> & { rows: Omit<Numbering["rows"], "leftOut"> & { leftOut: string } };

function NumberingDialog({ designer, onClose }: { designer: Designer; onClose: () => void }) {
  const record = useWatched(designer.settled);
  const indexes = useMemo(() => numberable(designer, record), [designer, record]);
  const groups = useMemo(() => sectionGroups(designer, indexes), [designer, indexes]);
  const [form, setForm] = useState(() =>
    formOf(rulesOfSections(record, groups.flat()).map((rule) => rulesOf(record)[rule]!)),
  );
  const result = useMemo(() => outcome(record, indexes, groups, form), [record, indexes, groups, form]);
  const isMany = groups.flat().length > 1;
  const apply = () => {
    if (typeof result === "string") return;
    designer.edit("Number rows and seats", () => result.record);
    // Rules that were separated have other places in the record.
    designer.select(result.groups.flat().map(({ index }) => ({ kind: "section", rule: index, id: null })));
    onClose();
  };
  return (
    <Dialog
      title="Number rows and seats"
      isWide
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="button button-primary" disabled={typeof result === "string"} onClick={apply}>
            Number them
          </button>
        </>
      }
    >
      <div class="numbering">
        <div class="numbering-fields">
          <RowFields form={form} isMany={isMany} onForm={setForm} />
          <SeatFields form={form} isMany={isMany} onForm={setForm} />
        </div>
        <div class="stack-small" aria-live="polite">
          {typeof result === "string" ? (
            <FieldFaults id="numbering-faults" faults={[result]} />
          ) : (
            <>
              {result.isSeparated && (
                <p class="small">Blocks that were alike become blocks of their own, since their numbers will differ.</p>
              )}
              <NumberingPicture groups={result.groups} />
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}

type FieldsProps = { form: Form; isMany: boolean; onForm: (form: Form) => void };

function RowFields({ form, isMany, onForm }: FieldsProps) {
  const { rows } = form;
  const set = (members: Partial<Form["rows"]>) => onForm({ ...form, rows: { ...rows, ...members } });
  return (
    <fieldset class="fieldset field-pairs">
      <legend class="field-label">Rows</legend>
      <div class="form-wide">
        <SelectField
          label="Names of rows"
          value={rows.scheme}
          choices={[
            { value: "keep", text: "stay as they are" },
            { value: "same", text: isMany ? "the same in each block" : "count on" },
            ...(isMany ? [{ value: "on" as const, text: "go on from front to back" }] : []),
          ]}
          onValue={(scheme) => set({ scheme })}
        />
      </div>
      {rows.scheme !== "keep" && (
        <>
          <TextField label="First row" value={rows.first} onValue={(first) => set({ first })} />
          <TextField
            label="Left out"
            placeholder="such as I, O"
            value={rows.leftOut}
            onValue={(leftOut) => set({ leftOut })}
          />
          <SelectField
            label="After Z"
            value={rows.letters}
            choices={[
              { value: "letters", text: "AA, AB, AC" },
              { value: "doubled", text: "AA, BB, CC" },
            ]}
            onValue={(letters) => set({ letters })}
          />
          <SelectField
            label="The first row is"
            value={rows.isFromBack ? "back" : "front"}
            choices={[
              { value: "front", text: "at the front" },
              { value: "back", text: "at the back" },
            ]}
            onValue={(end) => set({ isFromBack: end === "back" })}
          />
        </>
      )}
    </fieldset>
  );
}

const ORDERS: { value: SeatOrder; text: string }[] = [
  { value: "left", text: "from the left" },
  { value: "right", text: "from the right" },
  { value: "oddLeft", text: "odd left, even right" },
  { value: "evenLeft", text: "even left, odd right" },
];

function SeatFields({ form, isMany, onForm }: FieldsProps) {
  const { seats } = form;
  const set = (members: Partial<Form["seats"]>) => onForm({ ...form, seats: { ...seats, ...members } });
  const isFromSide = seats.order === "left" || seats.order === "right";
  const isThrough = seats.scheme === "through";
  return (
    <fieldset class="fieldset field-pairs">
      <legend class="field-label">Seats</legend>
      <div class="form-wide">
        <SelectField
          label="Numbers of seats"
          value={seats.scheme}
          choices={[
            { value: "keep", text: "stay as they are" },
            { value: "same", text: isMany ? "begin anew in each block" : "count on" },
            ...(isMany ? [{ value: "through" as const, text: "run through the whole row" }] : []),
          ]}
          onValue={(scheme) => set({ scheme, ...(scheme === "through" && !isFromSide ? { order: "left" } : {}) })}
        />
      </div>
      {seats.scheme !== "keep" && (
        <>
          <SelectField
            label="Numbers run"
            value={seats.order}
            choices={isThrough ? ORDERS.slice(0, 2) : ORDERS}
            onValue={(order) => set({ order })}
          />
          {isFromSide && (
            <>
              <SelectField
                label="Numbers"
                value={seats.numbering}
                choices={[
                  { value: "all", text: "1, 2, 3" },
                  { value: "odd", text: "odd: 1, 3, 5" },
                  { value: "even", text: "even: 2, 4, 6" },
                ]}
                onValue={(numbering) => set({ numbering, first: numbering === "even" ? "2" : "1" })}
              />
              <TextField label="First number" value={seats.first} onValue={(first) => set({ first })} />
            </>
          )}
        </>
      )}
    </fieldset>
  );
}

/** Whether a block has seats with numbers of its own: people at tables are numbered by table. */
export function isNumberable(rule: Json): boolean {
  return ["rows", "seats", "listed"].includes(blockKind(rule));
}

/** The rules of the selected blocks that have seats with numbers. */
function numberable(designer: Designer, record: Json): number[] {
  const rules = rulesOf(record);
  const selected = designer.selection.value.flatMap((piece) => (piece.kind === "section" ? [piece.rule] : []));
  return selected.filter((index) => isNumberable(rules[index] ?? {}));
}

/** The form as it opens: rows begin as those of the first block do, and leave out what those of any block do. */
function formOf(rules: readonly Json[]): Form {
  const all = rules.flatMap((rule) => rowWords(rule.rows) ?? []);
  const { first, letters, isFromBack } = all[0] ?? { first: "A", letters: "letters", isFromBack: false };
  const leftOut = [...new Set(all.flatMap((words) => words.leftOut))].join(", ");
  return {
    rows: { scheme: "same", first, leftOut, letters, isFromBack },
    seats: { scheme: "same", order: "left", numbering: "all", first: "1" },
  };
}

type Outcome = { record: Json; groups: NumberedBlock[][]; isSeparated: boolean };

/** The record and the blocks as they will be, or the reason why they cannot be numbered so. */
function outcome(record: Json, indexes: readonly number[], sections: string[][], form: Form): Outcome | string {
  try {
    const rows = { ...form.rows, first: form.rows.first.trim(), leftOut: namesFromWords(form.rows.leftOut) };
    const numbering = { ...form, rows };
    const isSeparated = separates(record, indexes, numbering);
    const apart = isSeparated ? separated(indexes)(record) : record;
    const groups = onceEach(sections.map((ids) => rulesOfSections(apart, ids)));
    const changed = numbered(groups, numbering)(apart);
    return { record: changed, groups: groups.map((group) => numberedBlocks(changed, group)), isSeparated };
  } catch (failure) {
    if (failure instanceof WordsFault) return failure.message;
    throw failure;
  }
}

/** Groups in which each rule is once, where its first section is. */
function onceEach(groups: readonly (readonly number[])[]): number[][] {
  const known = new Set<number>();
  const once = groups.map((group) => group.filter((index) => !known.has(index) && known.add(index)));
  return once.filter(({ length }) => length > 0);
}
