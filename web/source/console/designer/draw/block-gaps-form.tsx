// The aisles of a block, and the gaps behind its rows.
import { aislesOf, type Gap, rowGapsOf, withGap } from "../../../layout-edits/block-words";
import { slotsOfRule } from "../../../layout-edits/carried-names";
import { checkedName, namesInWords, namesOf, WordsFault } from "../../../layout-edits/name-words";
import { withRule } from "../../../layout-edits/record-edit";
import type { Json } from "../../../layouts/written-json";
import { FormGroup, formatNumber, LiveNumber, LiveText, tried } from "../designer-fields";
import type { BlockProps } from "./block-props";

const WIDTH = { min: 0.1, max: 50, step: 0.1 };

export function GapGroup(props: BlockProps) {
  const { rule } = props;
  const [aisles, gaps] = [aislesOf(rule), rowGapsOf(rule)];
  return (
    <FormGroup title="Aisles and gaps" now={gapsNow(aisles, gaps)}>
      {aisles.map((aisle, at) => (
        <GapFields key={`aisle ${at}`} {...props} member="aisles" at={at} gap={aisle} />
      ))}
      {gaps.map((gap, at) => (
        <GapFields key={`gap ${at}`} {...props} member="rowGaps" at={at} gap={gap} />
      ))}
      <div class="row form-wide">
        <AddGap {...props} member="aisles" />
        <AddGap {...props} member="rowGaps" />
      </div>
    </FormGroup>
  );
}

type Member = "aisles" | "rowGaps";

const WORDS: Record<Member, { one: string; after: string; size: string; add: string }> = {
  aisles: { one: "aisle", after: "Aisle after seat", size: "Wide (m)", add: "Add an aisle" },
  rowGaps: { one: "gap", after: "Gap behind row", size: "Deep (m)", add: "Add a gap behind a row" },
};

function GapFields(props: BlockProps & { member: Member; at: number; gap: Gap }) {
  const { designer, rule, index, member, at, gap } = props;
  const words = WORDS[member];
  const change = (changed: Gap | null) => withRule(index, (each) => withGap(each, member, at, changed));
  return (
    <fieldset class="fieldset form-wide form-gap" aria-label={`${words.after} ${gap.after}`}>
      <LiveText
        designer={designer}
        label={words.after}
        title={`Move an ${words.one}`.replace("an gap", "a gap")}
        value={gap.after}
        edit={(after) => change({ ...gap, after: knownPlace(rule, member, after, at) })}
      />
      <LiveNumber
        designer={designer}
        label={words.size}
        title={`Change the width of an ${words.one}`.replace("an gap", "a gap")}
        value={gap.widthM}
        {...WIDTH}
        edit={(widthM) => change({ ...gap, widthM })}
      />
      {member === "rowGaps" && (
        <LiveNumber
          designer={designer}
          label="Up (m)"
          title="Change the step at a gap"
          value={gap.riseM}
          min={0}
          max={20}
          step={0.1}
          edit={(riseM) => change({ ...gap, riseM })}
        />
      )}
      <button
        type="button"
        class="button button-small button-quiet"
        aria-label={`Remove: ${words.after.toLowerCase()} ${gap.after}`}
        onClick={() => tried(designer, () => change(null), `Remove a ${words.one}`.replace("a aisle", "an aisle"))}
      >
        Remove
      </button>
    </fieldset>
  );
}

function AddGap({ designer, rule, index, member }: BlockProps & { member: Member }) {
  const list = member === "aisles" ? aislesOf(rule) : rowGapsOf(rule);
  const place = freePlace(rule, member, list);
  return (
    <button
      type="button"
      class="button button-small"
      disabled={place === null}
      onClick={() =>
        tried(
          designer,
          () => withRule(index, (each) => withGap(each, member, list.length, { after: place!, widthM: 1.2, riseM: 0 })),
          WORDS[member].add,
        )
      }
    >
      {WORDS[member].add}
    </button>
  );
}

/** The names that an aisle or a gap can be after, from left to right or from the front to the back. */
function placesFor(rule: Json, member: Member): string[] {
  if (member === "rowGaps") return namesOf(rule.rows);
  const rows = [...slotsOfRule(rule).values()].sort((one, other) => other.length - one.length);
  return (rows[0] ?? []).filter((seat) => seat !== null);
}

function knownPlace(rule: Json, member: Member, written: string, at: number): string {
  const after = checkedName(written);
  const places = placesFor(rule, member);
  const what = member === "aisles" ? "seat" : "row";
  if (!places.includes(after)) {
    throw new WordsFault(`There is no ${what} ${after}. There are ${namesInWords(places)}.`);
  }
  const others = (member === "aisles" ? aislesOf(rule) : rowGapsOf(rule)).filter((_, other) => other !== at);
  if (others.some((gap) => gap.after === after)) throw new WordsFault(`There is one after ${what} ${after} already.`);
  return after;
}

/** The place in the middle that has no gap yet. */
function freePlace(rule: Json, member: Member, list: readonly Gap[]): string | null {
  const places = placesFor(rule, member).slice(0, -1);
  const free = places.filter((place) => !list.some(({ after }) => after === place));
  return free[Math.floor((free.length - 1) / 2)] ?? null;
}

function gapsNow(aisles: readonly Gap[], gaps: readonly Gap[]): string {
  const words = [
    ...aisles.map(({ after, widthM }) => `after seat ${after} (${formatNumber(widthM)} m)`),
    ...gaps.map(({ after }) => `behind row ${after}`),
  ];
  return words.length === 0 ? "none" : words.join(", ");
}
