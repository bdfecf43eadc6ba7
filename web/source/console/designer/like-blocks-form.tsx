// A rule for many sections that are alike: "26 like blocks".
import { geometryOf, withGeometry } from "../../layout-edits/block-words";
import { namesFromWords, namesInWords } from "../../layout-edits/name-words";
import { withRule } from "../../layout-edits/record-edit";
import { countedIds, likeSteps, sectionIds, sectionName, withSectionIds } from "../../layout-edits/section-words";
import type { BlockProps } from "./block-props";
import { FormGroup, LiveNumber, LiveText } from "./designer-fields";

export function LikeBlocksGroup(props: BlockProps & { sectionId: string | null }) {
  const { designer, rule, index, sectionId } = props;
  const ids = sectionIds(rule);
  if (ids.length < 2) return null;
  const { stepDeg, stepM } = likeSteps(rule);
  const isSelected = sectionId !== null && ids.includes(sectionId);
  return (
    <FormGroup title={`${ids.length} like blocks`} now={namesInWords(ids)} isOpen>
      <p class="small form-wide">
        What you change here changes in all {ids.length} blocks
        {isSelected && `, not only in ${sectionName(rule, sectionId)}`}.
      </p>
      <LiveText
        designer={designer}
        label="Ids, in their order"
        help="Such as 101 to 126. Seats are known by them in shops and links."
        title="Change which blocks there are"
        value={namesInWords(ids)}
        isLate
        edit={(words) => withRule(index, (each) => withSectionIds(each, namesFromWords(words)))}
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
        edit={(count) =>
          withRule(index, (each) =>
            withSectionIds(each, count <= ids.length ? ids.slice(0, count) : [...ids, ...moreIds(ids, count)]),
          )
        }
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

/** Ids that count on from the last one. */
function moreIds(ids: readonly string[], count: number): string[] {
  return countedIds(ids.at(-1)!, count - ids.length + 1).slice(1);
}
