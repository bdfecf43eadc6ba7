// A rule for many sections that are alike: "26 like blocks".
import { geometryOf, withGeometry } from "../../../layout-edits/block-words";
import { namesFromWords, namesInWords } from "../../../layout-edits/name-words";
import { withRule } from "../../../layout-edits/record-edit";
import { countedOn, sectionIds, takenIds } from "../../../layout-edits/section-ids";
import { ruleAfterSplit, splitSection } from "../../../layout-edits/section-parts";
import { likeSteps, sectionName, withSectionIds } from "../../../layout-edits/section-words";
import type { Json } from "../../../layouts/written-json";
import { FormGroup, LiveNumber, LiveText, tried } from "../designer-fields";
import type { BlockProps } from "./block-props";

export function LikeBlocksGroup(props: BlockProps & { sectionId: string | null }) {
  const { designer, record, rule, index, sectionId } = props;
  const ids = sectionIds(rule);
  if (ids.length < 2) return null;
  const { stepDeg, stepM } = likeSteps(rule);
  const isSelected = sectionId !== null && ids.includes(sectionId);
  return (
    <FormGroup title={`${ids.length} like blocks`} now={namesInWords(ids)} isOpen>
      <p class="small form-wide">
        What you change here changes in all {ids.length} blocks
        {isSelected && `, not only in ${sectionName(rule, sectionId)}`}.
        {!isSelected && " Click one of them on the canvas to make it different."}
      </p>
      {isSelected && <SplitButton {...props} sectionId={sectionId} name={sectionName(rule, sectionId)} />}
      <LiveText
        designer={designer}
        label="Ids of the sections, in their order"
        help="Such as 101 to 126."
        title="Change which blocks there are"
        value={namesInWords(ids)}
        isLate
        edit={(words) => withSectionIds(record, index, namesFromWords(words))}
      />
      <LiveNumber
        designer={designer}
        label="Number of blocks"
        title="Change the number of blocks"
        value={ids.length}
        min={1}
        max={1000}
        step={1}
        isWhole
        edit={(count) => withSectionIds(record, index, countedTo(record, ids, count))}
      />
      {geometryOf(rule).area === undefined && (
        <>
          <LiveNumber
            designer={designer}
            label="Turn from one to the next (°)"
            title="Change the turn between blocks"
            value={stepDeg}
            min={-360}
            max={360}
            step={1}
            edit={(deg) => withRule(index, (each) => withGeometry(each, "bearingStepDeg", deg, 0))}
          />
          <LiveNumber
            designer={designer}
            label="Sideways from one to the next (m)"
            title="Change the distance between blocks"
            value={stepM}
            min={-1000}
            max={1000}
            step={0.1}
            edit={(metres) => withRule(index, (each) => withGeometry(each, "shiftStepM", metres, 0))}
          />
        </>
      )}
    </FormGroup>
  );
}

/** As many ids: the first of them, or more that count on from the last one and that no other block has. */
function countedTo(record: Json, ids: readonly string[], count: number): string[] {
  if (count <= ids.length) return ids.slice(0, count);
  return [...ids, ...countedOn(ids.at(-1)!, count - ids.length, takenIds(record))];
}

function SplitButton({ designer, record, index, sectionId, name }: BlockProps & { sectionId: string; name: string }) {
  const split = () => {
    const rule = ruleAfterSplit(record, index, sectionId);
    if (tried(designer, () => splitSection(index, sectionId), `Make ${name} different`) !== null) return;
    designer.select([{ kind: "section", rule, id: sectionId }]);
  };
  return (
    <button type="button" class="button button-small form-wide" onClick={split}>
      Make {name} different
    </button>
  );
}
