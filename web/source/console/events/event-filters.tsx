// The filters of the events screen: the venue, and the period of the report.
import { Field, SelectField } from "../shell/form-fields";
import type { DateRange } from "./date-range";
import type { VenueChoice } from "./venues-to-choose";

/** A number of days, or a range of its own. */
export type RangeChoice = "7" | "30" | "90" | "own";

/** Whose events are shown: buyers', or those of people who try venues out in the console. */
export type Purpose = "buyer" | "staff";

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
            label="From"
            value={customRange.from}
            onValue={(from) => props.onCustomRange({ ...customRange, from })}
          />
          <DayField label="To" value={customRange.to} onValue={(to) => props.onCustomRange({ ...customRange, to })} />
        </>
      )}
    </div>
  );
}

function DayField({ label, value, onValue }: { label: string; value: string; onValue: (value: string) => void }) {
  return (
    <Field label={label}>
      {(attributes) => (
        <input
          {...attributes}
          class="input"
          type="date"
          required
          value={value}
          onChange={(event) => event.currentTarget.value !== "" && onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
