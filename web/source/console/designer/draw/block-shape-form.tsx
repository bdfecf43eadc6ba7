// How far apart seats and rows are, whether rows are straight or curved, and how the rows rise.
import {
  alignmentOf,
  geometryOf,
  type Rake,
  ROW_ALIGNMENTS,
  rakeInWords,
  rakeOf,
  risersFromWords,
  withGeometry,
  withRake,
} from "../../../layout-edits/block-words";
import { changedAt, withRule } from "../../../layout-edits/record-edit";
import { type Json, number } from "../../../layouts/written-json";
import { FormGroup, formatNumber, LiveNumber, LiveSelect, LiveText } from "../designer-fields";
import { type BlockProps, common, inAll, type ManyProps } from "./block-props";

export function ShapeGroup(props: BlockProps) {
  const { designer, rule, index } = props;
  const geometry = geometryOf(rule);
  const isCurved = geometry.shape === "curved";
  const many = { designer, rules: [rule], indexes: [index] };
  const now = `${isCurved ? "curved" : "straight"}, seats every ${formatNumber(number(geometry.spacingM, 0.5))} m`;
  return (
    <FormGroup title="Distances and shape" now={now}>
      <SpacingField {...many} />
      {rule.rows != null && <TreadField {...many} />}
      <LiveSelect
        designer={designer}
        label="Rows are"
        title="Bend or straighten rows"
        value={isCurved ? "curved" : "straight"}
        choices={[
          { value: "straight", text: "straight" },
          { value: "curved", text: "curved" },
        ]}
        edit={(shape) => withRule(index, (each) => withShape(each, shape))}
      />
      {isCurved && (
        <LiveNumber
          designer={designer}
          label="Radius of the first row (m)"
          title="Change how rows bend"
          value={typeof geometry.radiusM === "number" ? geometry.radiusM : null}
          placeholder="around the stage"
          min={0.5}
          max={2000}
          step={0.5}
          edit={(radiusM) => withRule(index, (each) => withGeometry(each, "radiusM", radiusM))}
        />
      )}
      {rule.rows != null && (
        <LiveSelect
          designer={designer}
          label="Rows meet at the"
          title="Change where rows meet"
          value={alignmentOf(rule)}
          choices={ROW_ALIGNMENTS.map((value) => ({ value, text: value }))}
          edit={(align) => withRule(index, (each) => withGeometry(each, "align", align, "centre"))}
        />
      )}
    </FormGroup>
  );
}

export function SpacingField({ designer, rules, indexes }: ManyProps) {
  return (
    <LiveNumber
      designer={designer}
      label="From seat to seat (m)"
      title="Change the distance of seats"
      value={common(rules.map((rule) => number(geometryOf(rule).spacingM, 0.5)))}
      min={0.3}
      max={5}
      step={0.01}
      edit={(spacingM) => inAll(indexes, (each) => withGeometry(each, "spacingM", spacingM))}
    />
  );
}

export function TreadField({ designer, rules, indexes }: ManyProps) {
  return (
    <LiveNumber
      designer={designer}
      label="From row to row (m)"
      title="Change the distance of rows"
      value={common(rules.map((rule) => number(geometryOf(rule).treadM, 0.85)))}
      min={0.3}
      max={10}
      step={0.05}
      edit={(treadM) => inAll(indexes, (each) => withGeometry(each, "treadM", treadM))}
    />
  );
}

export function ElevationField({ designer, rules, indexes, label }: ManyProps & { label?: string }) {
  return (
    <LiveNumber
      designer={designer}
      label={label ?? "First row above its level (m)"}
      title="Change the height"
      value={common(rules.map((rule) => number(geometryOf(rule).elevationM, 0)))}
      min={-100}
      max={300}
      step={0.1}
      edit={(elevationM) => inAll(indexes, (each) => withGeometry(each, "elevationM", elevationM, 0))}
    />
  );
}

export function RakeGroup({ designer, rule, index }: BlockProps) {
  const many = { designer, rules: [rule], indexes: [index] };
  return (
    <FormGroup title="Height and rake" now={rakeInWords(rakeOf(rule))}>
      <ElevationField {...many} />
      <RakeFields {...many} />
    </FormGroup>
  );
}

type RakeChoice = Rake["kind"];

const RAKES: readonly { value: RakeChoice; text: string }[] = [
  { value: "flat", text: "flat" },
  { value: "step", text: "the same step for each row" },
  { value: "list", text: "a step of its own for each row" },
  { value: "sees", text: "just enough to see over the row in front" },
];

const USUAL_RAKES: Record<RakeChoice, Rake> = {
  flat: { kind: "flat" },
  step: { kind: "step", riserM: 0.15 },
  list: { kind: "list", risersM: [0.1, 0.15, 0.2] },
  sees: { kind: "sees", cValueMm: 60 },
};

/** How rows rise, of one block or of many. */
export function RakeFields({ designer, rules, indexes }: ManyProps) {
  const rakes = rules.map(rakeOf);
  const kind = common(rakes.map((rake) => rake.kind));
  const [rake] = rakes;
  const change = (changed: Rake) => inAll(indexes, (each) => withRake(each, changed));
  const value = <K extends RakeChoice>(of: K, read: (rake: Rake & { kind: K }) => number) =>
    common(rakes.map((each) => (each.kind === of ? read(each as Rake & { kind: K }) : Number.NaN)));
  return (
    <>
      <LiveSelect
        designer={designer}
        label="Rows rise"
        title="Change the rake"
        value={kind}
        choices={RAKES}
        edit={(chosen) => change(USUAL_RAKES[chosen])}
      />
      {kind === "step" && (
        <LiveNumber
          designer={designer}
          label="Step for each row (m)"
          title="Change the rake"
          value={value("step", ({ riserM }) => riserM)}
          min={0}
          max={5}
          step={0.01}
          edit={(riserM) => change({ kind: "step", riserM })}
        />
      )}
      {kind === "list" && rake?.kind === "list" && (
        <div class="form-wide">
          <LiveText
            designer={designer}
            label="Steps from the second row on (m)"
            help="The last one is used for all further rows."
            title="Change the rake"
            value={rake.risersM.map(formatNumber).join(", ")}
            edit={(words) => change({ kind: "list", risersM: risersFromWords(words) })}
          />
        </div>
      )}
      {kind === "sees" && (
        <LiveNumber
          designer={designer}
          label="View over the heads in front (mm)"
          help="60 is usual, 90 is good."
          title="Change the rake"
          value={value("sees", ({ cValueMm }) => cValueMm)}
          min={0}
          max={500}
          step={10}
          edit={(cValueMm) => change({ kind: "sees", cValueMm })}
        />
      )}
    </>
  );
}

function withShape(rule: Json, shape: "straight" | "curved"): Json {
  const changed = withGeometry(rule, "shape", shape, "straight");
  return shape === "curved" ? changed : changedAt(changed, ["geometry", "radiusM"], () => undefined);
}
