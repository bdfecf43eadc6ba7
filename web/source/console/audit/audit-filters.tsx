// The filters of the audit list, which are in its address.
import type { components, ListAuditQuery } from "@seatpreview/client";
import { DayField, SelectField } from "../shell/form-fields";
import type { Query } from "../shell/route";
import type { Tenant, VenueSummary } from "../shell/venue-and-tenant-lists";
import { KINDS } from "./audit-words";

type ApiKey = components["schemas"]["ApiKey"];

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The query of the API for the filters in the address. Days are those of this browser, both included. */
export function listQueryOf({ who, what, venue, key, webhook, tenant, from = "", to = "" }: Query): ListAuditQuery {
  const start = startOfDay(from, 0);
  const end = startOfDay(to, 1);
  const id = venue ?? key ?? webhook;
  return {
    ...(who === undefined ? {} : { actor: who }),
    ...(what === undefined ? {} : { kind: what }),
    ...(id === undefined ? {} : { id }),
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(start === null ? {} : { from: start }),
    ...(end === null ? {} : { until: end }),
  };
}

export const NO_FILTERS: Query = { who: "", what: "", venue: "", key: "", webhook: "", tenant: "", from: "", to: "" };

/** The time at which a day begins, or a later one, in the time zone of this browser; null if it is no day. */
function startOfDay(day: string, daysLater: number): string | null {
  if (!DAY.test(day)) return null;
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const start = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}

type AuditFiltersProps = {
  query: Query;
  onQuery: (changes: Query) => void;
  venues: VenueSummary[];
  keys: ApiKey[];
  /** The tenants to choose from; null without admin scope. */
  tenants: Tenant[] | null;
};

export function AuditFilters({ query, onQuery, venues, keys, tenants }: AuditFiltersProps) {
  const keyChoices = keys.map(({ keyId, label }) => ({ value: keyId, text: label === "" ? keyId : label }));
  const others = [
    { value: "operator", text: "The command line" },
    { value: "service", text: "The service" },
  ];
  return (
    <search class="filters">
      <div class="filters-more">
        <Choice
          label="Who"
          value={query.who}
          choices={[...keyChoices, ...others]}
          onValue={(who) => onQuery({ who })}
        />
        <Choice
          label="What"
          value={query.what}
          choices={KINDS.map(({ kind, name }) => ({ value: kind, text: name }))}
          onValue={(what) => onQuery({ what })}
        />
        <Choice
          label="Venue"
          value={query.venue}
          choices={venues.map(({ venueId, name }) => ({ value: venueId, text: name }))}
          onValue={(venue) => onQuery({ venue, key: "", webhook: "" })}
        />
        <Choice
          label="Key that was changed"
          value={query.key}
          choices={keyChoices}
          onValue={(key) => onQuery({ key, venue: "", webhook: "" })}
        />
        {tenants !== null && (
          <Choice
            label="Tenant"
            value={query.tenant}
            choices={tenants.map(({ tenantId, name }) => ({ value: tenantId, text: name }))}
            onValue={(tenant) => onQuery({ tenant })}
          />
        )}
        <DayField label="From" value={query.from ?? ""} onValue={(from) => onQuery({ from })} />
        <DayField label="To" value={query.to ?? ""} onValue={(to) => onQuery({ to })} />
        {Object.keys(NO_FILTERS).some((name) => name in query) && (
          <button type="button" class="button button-quiet" onClick={() => onQuery(NO_FILTERS)}>
            Clear filters
          </button>
        )}
      </div>
    </search>
  );
}

type ChoiceProps = {
  label: string;
  value: string | undefined;
  choices: { value: string; text: string }[];
  onValue: (value: string) => void;
};

/** A select that also has what the address names and the lists do not, such as a key that is gone. */
function Choice({ label, value = "", choices, onValue }: ChoiceProps) {
  const isListed = value === "" || choices.some((choice) => choice.value === value);
  const all = [{ value: "", text: "Any" }, ...choices, ...(isListed ? [] : [{ value, text: value }])];
  return <SelectField label={label} value={value} choices={all} onValue={onValue} />;
}
