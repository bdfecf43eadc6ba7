// Where a block stands, in numbers that can be typed.
import { type BlockPlace, blockPlace, compassWord, withBlockPlace } from "../../../layout-edits/block-place";
import { blockKind } from "../../../layout-edits/block-words";
import { withRule } from "../../../layout-edits/record-edit";
import { sectionIds } from "../../../layout-edits/section-ids";
import { FormGroup, formatNumber, LiveNumber, tried } from "../designer-fields";
import type { BlockProps } from "./block-props";
import { ElevationField } from "./block-shape-form";

export function PlaceGroup(props: BlockProps) {
  const { designer, rule, index } = props;
  const kind = blockKind(rule);
  const isPlacedByPoints = kind === "listed" || kind === "area";
  const place = isPlacedByPoints ? null : blockPlace(rule, designer.plan.value.origin);
  if (rule.geometry == null && kind !== "listed") return <NoPlace {...props} />;
  return (
    <FormGroup title="Place" now={place === null ? "by points" : placeInWords(place)}>
      {place !== null && <PlaceFields {...props} place={place} />}
      {place === null && <p class="small form-wide">Move it on the canvas, or with the arrow keys.</p>}
      {kind !== "rows" && (
        <ElevationField designer={designer} rules={[rule]} indexes={[index]} label="Height above its level (m)" />
      )}
    </FormGroup>
  );
}

function PlaceFields({ designer, rule, index, place }: BlockProps & { place: BlockPlace }) {
  const focus = designer.plan.value.origin;
  const isOne = sectionIds(rule).length <= 1;
  const change = (members: Partial<BlockPlace>) =>
    withRule(index, (each) => withBlockPlace(each, focus, { ...place, ...members }));
  return (
    <>
      <LiveNumber
        designer={designer}
        label="Distance to the stage (m)"
        title="Change the distance to the stage"
        value={place.distanceM}
        min={0.5}
        max={1000}
        step={0.5}
        edit={(distanceM) => change({ distanceM })}
      />
      <LiveNumber
        designer={designer}
        label={isOne ? "Direction from the stage (°)" : "Direction of the first (°)"}
        help={`0 is north, 180 is south. Now ${compassWord(place.directionDeg)}.`}
        title="Change the direction from the stage"
        value={place.directionDeg}
        min={-360}
        max={360}
        step={1}
        edit={(directionDeg) => change({ directionDeg: ((directionDeg % 360) + 360) % 360 })}
      />
      {place.kind === "around" && (
        <LiveNumber
          designer={designer}
          label={isOne ? "To the right (m)" : "The first to the right (m)"}
          help="As people who sit there see it."
          title="Move sideways"
          value={place.sidewaysM}
          min={-1000}
          max={1000}
          step={0.1}
          edit={(sidewaysM) => change({ sidewaysM })}
        />
      )}
      {(place.kind === "anywhere" || (isOne && place.sidewaysM === 0)) && (
        <LiveNumber
          designer={designer}
          label="Turned clockwise (°)"
          help="0 looks straight at the stage."
          title="Turn"
          value={place.turnedDeg}
          min={-180}
          max={180}
          step={1}
          edit={(turnedDeg) => change({ turnedDeg })}
        />
      )}
    </>
  );
}

function NoPlace({ designer, index }: BlockProps) {
  const put = () =>
    tried(
      designer,
      () => withRule(index, (each) => ({ ...each, geometry: { bearingDeg: 180, distanceM: 10 } })),
      "Put a block on the plan",
    );
  return (
    <div class="note note-warn">
      <div class="stack-small">
        <p>This block has no place, so it is neither on the plan nor drawn.</p>
        <button type="button" class="button button-small" onClick={put}>
          Put it on the plan
        </button>
      </div>
    </div>
  );
}

function placeInWords({ distanceM, directionDeg, turnedDeg }: BlockPlace): string {
  const turned = turnedDeg === 0 ? "" : `, turned ${formatNumber(turnedDeg)}°`;
  return `${formatNumber(distanceM)} m ${compassWord(directionDeg)} of the stage${turned}`;
}
