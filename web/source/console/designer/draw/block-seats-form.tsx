// The seats of each row: how many there are, and how they are numbered.
import { withSeats } from "../../../layout-edits/block-edits";
import { slotsOfRule } from "../../../layout-edits/carried-names";
import { namesInWords } from "../../../layout-edits/name-words";
import {
  partScheme,
  SEATS_OF_A_ROW_MAX,
  type SeatNumbering,
  type SeatOrder,
  type SeatScheme,
  seatParts,
  seatScheme,
  usualFirst,
  usualSeatCount,
  withPartCount,
  withPartScheme,
  withScheme,
  withSeatCount,
} from "../../../layout-edits/seat-words";
import { type Json, number } from "../../../layouts/written-json";
import type { Designer } from "../designer";
import { FormGroup, LiveNumber, LiveSelect, LiveText } from "../designer-fields";
import type { BlockProps } from "./block-props";

export function SeatGroup(props: BlockProps) {
  const { designer, rule, index } = props;
  const scheme = seatScheme(rule);
  const parts = seatParts(rule);
  return (
    <FormGroup title={rule.rows == null ? "Seats" : "Seats in each row"} now={seatsNow(rule)} isOpen>
      {parts.length <= 2 && (scheme !== null || parts.length === 0) && (
        <LiveNumber
          designer={designer}
          label="Number of seats"
          title="Change the number of seats"
          value={parts.length === 0 ? null : usualSeatCount(rule)}
          placeholder="not stated"
          min={1}
          max={SEATS_OF_A_ROW_MAX}
          step={1}
          isWhole
          edit={(count) => withSeats(index, (each) => withSeatCount(each, count), "name")}
        />
      )}
      {scheme !== null && (
        <SchemeFields
          designer={designer}
          scheme={scheme}
          hasMiddle
          edit={(changed) => withSeats(index, (each) => withScheme(each, changed), "place")}
        />
      )}
      {scheme === null && parts.length > 0 && <PartFields {...props} />}
    </FormGroup>
  );
}

/** Parts side by side with numbers of their own, from left to right. */
function PartFields({ designer, rule, index }: BlockProps) {
  return (
    <>
      {seatParts(rule).map((part, at) => (
        <fieldset key={at} class="fieldset form-part">
          <legend class="field-label">{`Part ${at + 1} from the left`}</legend>
          <div class="form-fields">
            <LiveNumber
              designer={designer}
              label="Number of seats"
              title="Change the number of seats"
              value={number(part.count, 0)}
              min={1}
              max={SEATS_OF_A_ROW_MAX}
              step={1}
              isWhole
              edit={(count) =>
                withSeats(index, (each) => ({ ...each, seats: withPartCount(each.seats, at, count) }), "name")
              }
            />
            <SchemeFields
              designer={designer}
              scheme={partScheme(part)}
              hasMiddle={false}
              edit={(changed) => withSeats(index, (each) => withPartScheme(each, at, changed), "place")}
            />
          </div>
        </fieldset>
      ))}
    </>
  );
}

const SIDES: readonly { value: SeatOrder; text: string }[] = [
  { value: "left", text: "from the left" },
  { value: "right", text: "from the right" },
];
const FROM_MIDDLE: readonly { value: SeatOrder; text: string }[] = [
  { value: "oddLeft", text: "odd left, even right" },
  { value: "evenLeft", text: "even left, odd right" },
];
const NUMBERINGS: readonly { value: SeatNumbering; text: string }[] = [
  { value: "all", text: "1, 2, 3" },
  { value: "odd", text: "odd: 1, 3, 5" },
  { value: "even", text: "even: 2, 4, 6" },
];

type SchemeFieldsProps = {
  designer: Designer;
  scheme: SeatScheme;
  hasMiddle: boolean;
  edit: (scheme: SeatScheme) => (record: Json) => Json;
};

function SchemeFields({ designer, scheme, hasMiddle, edit }: SchemeFieldsProps) {
  const isFromMiddle = scheme.order === "oddLeft" || scheme.order === "evenLeft";
  const withNumbering = (numbering: SeatNumbering) => {
    const isUsual = scheme.first === usualFirst(scheme.numbering) || scheme.numbering !== numbering;
    return { ...scheme, numbering, first: isUsual ? usualFirst(numbering) : scheme.first };
  };
  return (
    <>
      <LiveSelect
        designer={designer}
        label="Numbers run"
        title="Change from where seats are numbered"
        value={scheme.order}
        choices={hasMiddle ? [...SIDES, ...FROM_MIDDLE] : SIDES}
        edit={(order) => edit({ ...scheme, order })}
      />
      {!isFromMiddle && (
        <>
          <LiveSelect
            designer={designer}
            label="Numbers"
            title="Change the numbers of seats"
            value={scheme.numbering}
            choices={NUMBERINGS}
            edit={(numbering) => edit(withNumbering(numbering))}
          />
          <LiveText
            designer={designer}
            label="First number"
            title="Change the first seat"
            value={scheme.first}
            edit={(first) => edit({ ...scheme, first })}
          />
          <LiveNumber
            designer={designer}
            label="Counting in steps of"
            title="Change the step between numbers"
            value={scheme.step}
            min={-1000}
            max={1000}
            step={1}
            isWhole
            edit={(step) => edit({ ...scheme, step })}
          />
        </>
      )}
    </>
  );
}

/** The seats of the longest row as they are printed, from left to right: "1 to 12". */
function seatsNow(rule: Json): string {
  const rows = [...slotsOfRule(rule).values()].sort((one, other) => other.length - one.length);
  const seats = (rows[0] ?? []).filter((seat) => seat !== null);
  if (seats.length === 0) return "not described";
  if (seats.length <= 8) return `${seats.length}: ${seats.join(" ")}`;
  const words = namesInWords(seats);
  return `${seats.length}: ${words.length < 24 ? words : `${seats.slice(0, 3).join(" ")} … ${seats.slice(-3).join(" ")}`}`;
}
