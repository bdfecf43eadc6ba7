// The choice of venues that a key may use: all venues of its tenant, or selected ones.

import type { Problem } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { FieldFaults, RadioField } from "../shell/form-fields";
import { faultsOf } from "../shell/problem-notice";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";

type VenueChoiceProps = {
  chosen: string[] | null;
  onChosen: (chosen: string[] | null) => void;
  venues: VenueSummary[];
  problem: Problem | undefined;
  /** The venues that the caller itself is restricted to. A new key cannot have more. */
  within: string[] | null;
};

const ALL = {
  value: "all" as const,
  text: "All that the tenant may use",
  help: "Including venues that it is granted later.",
};
const SOME = { value: "some" as const, text: "Only these", help: "If none is selected, the key can use no venue." };

/** A list with at least this many venues gets a search field. */
const SEARCH_FROM = 9;

export function VenueChoice({ chosen, onChosen, venues, problem, within }: VenueChoiceProps) {
  return (
    <div class="stack-small">
      <RadioField
        legend="Venues"
        help={
          within === null
            ? "What the key may be used for."
            : "What the key may be used for. Your own key is restricted to venues, so this one must be too."
        }
        faults={faultsOf(problem, "/venues")}
        value={chosen === null ? "all" : "some"}
        choices={within === null ? [ALL, SOME] : [SOME]}
        onValue={(value) => onChosen(value === "all" ? null : [])}
      />
      {chosen !== null && (
        <VenueCheckboxes
          legend="Venues that the key may use"
          chosen={chosen}
          onChosen={onChosen}
          venues={venues}
          problem={problem}
        />
      )}
    </div>
  );
}

type VenueCheckboxesProps = {
  legend: string;
  chosen: string[];
  onChosen: (chosen: string[]) => void;
  venues: VenueSummary[];
  problem: Problem | undefined;
};

/** Venues to choose from, with faults of the member `venues` at their venue. */
export function VenueCheckboxes({ legend, chosen, onChosen, venues, problem }: VenueCheckboxesProps) {
  const [search, setSearch] = useState("");
  const listed = withUnknown(venues, chosen);
  const shown = listed.filter(({ name, venueId }) =>
    `${name} ${venueId}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const toggle = (venueId: string, isChosen: boolean) =>
    onChosen(isChosen ? [...chosen, venueId] : chosen.filter((each) => each !== venueId));

  if (listed.length === 0) return <p class="soft indented">There are no venues yet. Create one under Venues first.</p>;
  return (
    <fieldset class="fieldset indented stack-small">
      <legend class="visually-hidden">{legend}</legend>
      {listed.length >= SEARCH_FROM && (
        <input
          class="input"
          type="search"
          aria-label="Search venues"
          placeholder="Search venues"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div class="venue-ticks">
        {shown.map(({ venueId, name }) => {
          const at = chosen.indexOf(venueId);
          const faults = at < 0 ? [] : faultsOf(problem, `/venues/${at}`);
          return (
            <div key={venueId}>
              <label class="choice">
                <input
                  type="checkbox"
                  checked={at >= 0}
                  {...(faults.length > 0 ? { "aria-invalid": "true" as const } : {})}
                  onChange={(event) => toggle(venueId, event.currentTarget.checked)}
                />
                <span class="venue-tick">
                  {name} <code class="soft">{venueId}</code>
                </span>
              </label>
              <FieldFaults id={`${venueId}-faults`} faults={faults} />
            </div>
          );
        })}
        {shown.length === 0 && <p class="soft">No venue has “{search}” in its name.</p>}
      </div>
      <p class="soft small">{chosen.length} selected</p>
    </fieldset>
  );
}

/** Adds venues that the record names but the list does not contain, because a grant may have ended. */
function withUnknown(venues: VenueSummary[], chosen: string[]): { venueId: string; name: string }[] {
  const unknown = chosen.filter((venueId) => !venues.some((venue) => venue.venueId === venueId));
  return [...venues, ...unknown.map((venueId) => ({ venueId, name: "Unavailable venue" }))];
}
