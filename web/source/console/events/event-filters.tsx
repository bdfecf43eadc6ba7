// The filters of the events screen: the venue, and the period of the report.
import { DayField, SelectField } from "../shell/form-fields";
import type { Query } from "../shell/route";
import { type DateRange, lastDays } from "./date-range";
import type { VenueChoice } from "./venues-to-choose";

/** A number of days, or a range of its own. */
export type RangeChoice = "7" | "30" | "90" | "own";

/** Whose events are shown: buyers', or those of people who try venues out in the console. */
export type Purpose = "buyer" | "staff";

export type EventFilter = {
  venueId: string | null;
  purpose: Purpose;
  choice: RangeChoice;
  /** The range that is shown, and that a range of its own begins with. */
  customRange: DateRange;
};

const CHOICES: readonly RangeChoice[] = ["7", "30", "90"];
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads the filters from the address. Without any, it is what buyers did in the last 30 days. */
export function filtersOf({ venue, who, days, from = "", to = "" }: Query, nowMs: number): EventFilter {
  const isOwn = isDay(from) && isDay(to);
  const choice = isOwn ? "own" : (CHOICES.find((each) => each === days) ?? "30");
  return {
    venueId: venue ?? null,
    purpose: who === "staff" ? "staff" : "buyer",
    choice,
    customRange: isOwn ? { from, to } : lastDays(Number(choice), nowMs),
  };
}

/** The filters in the address for a choice of the period. A range of its own begins with what was shown. */
export function queryOfChoice(choice: RangeChoice, shown: DateRange): Query {
  if (choice === "own") return { days: "", ...shown };
  return { days: choice === "30" ? "" : choice, from: "", to: "" };
}

function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text));
}

type EventFiltersProps = {
  venueId: string | null;
  onVenueId: (venueId: string | null) => void;
  purpose: Purpose;
  onPurpose: (purpose: Purpose) => void;
  venues: VenueChoice[];
  venuesHelp?: string | undefined;
  choice: RangeChoice;
  onChoice: (choice: RangeChoice) => void;
  customRange: DateRange;
  onCustomRange: (range: DateRange) => void;
};

export function EventFilters(props: EventFiltersProps) {
  const { choice, customRange } = props;
  return (
    <div class="events-choice">
      <SelectField
        label="Venue"
        {...(props.venuesHelp === undefined ? {} : { help: props.venuesHelp })}
        value={props.venueId ?? ""}
        choices={[
          { value: "", text: "All venues" },
          ...props.venues.map((venue) => ({ value: venue.venueId, text: venue.name })),
        ]}
        onValue={(value) => props.onVenueId(value === "" ? null : value)}
      />
      <SelectField<Purpose>
        label="Who"
        value={props.purpose}
        choices={[
          { value: "buyer", text: "Buyers" },
          { value: "staff", text: "Staff" },
        ]}
        onValue={props.onPurpose}
      />
      <SelectField<RangeChoice>
        label="Period"
        value={choice}
        choices={[
          { value: "7", text: "Last 7 days" },
          { value: "30", text: "Last 30 days" },
          { value: "90", text: "Last 90 days" },
          { value: "own", text: "Custom" },
        ]}
        onValue={props.onChoice}
      />
      {choice === "own" && (
        <>
          <DayField
            isRequired
            label="From"
            value={customRange.from}
            onValue={(from) => props.onCustomRange({ ...customRange, from })}
          />
          <DayField
            isRequired
            label="To"
            value={customRange.to}
            onValue={(to) => props.onCustomRange({ ...customRange, to })}
          />
        </>
      )}
    </div>
  );
}
