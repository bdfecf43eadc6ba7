// The form of several blocks: what they have in common, changed together.
import { blockKind } from "../../../layout-edits/block-words";
import { rulesOf } from "../../../layout-edits/record-edit";
import { ruleTitle } from "../../../layout-edits/section-words";
import type { Json } from "../../../layouts/written-json";
import type { Designer } from "../designer";
import { FormGroup } from "../designer-fields";
import { CategoryField, LevelField } from "./block-form";
import { ElevationField, RakeFields, SpacingField, TreadField } from "./block-shape-form";
import { NumberingButton } from "./numbering-dialog";

type SeveralFormProps = { designer: Designer; record: Json; indexes: readonly number[]; others: number };

export function SeveralForm({ designer, record, indexes, others }: SeveralFormProps) {
  const rules = rulesOf(record);
  const all = { designer, record, indexes, rules: indexes.map((index) => rules[index] ?? {}) };
  const rows = indexes.filter((index) => blockKind(rules[index] ?? {}) === "rows");
  const ofRows = { designer, indexes: rows, rules: rows.map((index) => rules[index] ?? {}) };
  return (
    <>
      <h2>{indexes.length} blocks</h2>
      <p class="soft small">
        {all.rules.slice(0, 6).map(ruleTitle).join(", ")}
        {indexes.length > 6 && ` and ${indexes.length - 6} more`}
        {others > 0 && `, and ${others} other ${others === 1 ? "part" : "parts"} of the hall`}. A field that says
        “different” changes all of them.
      </p>
      <FormGroup title="Level and category" isOpen>
        <LevelField {...all} />
        <CategoryField {...all} />
      </FormGroup>
      {rows.length > 0 && (
        <>
          <FormGroup title="Distances" isOpen>
            <SpacingField {...ofRows} />
            <TreadField {...ofRows} />
          </FormGroup>
          <FormGroup title="Height and rake" isOpen>
            <ElevationField {...ofRows} />
            <RakeFields {...ofRows} />
          </FormGroup>
          <NumberingButton designer={designer} />
        </>
      )}
    </>
  );
}
