// The filters of the list of keys. The list keeps them while the tab is open.

import type { Problem } from "@seatpreview/client";
import { useEffect, useState } from "preact/hooks";
import { FilterIcon } from "../../design/icons";
import { SelectField, TextField } from "../shell/form-fields";
import { toSentence } from "../shell/problem-notice";
import type { Tenant, VenueSummary } from "../shell/venue-and-tenant-lists";

export type Filters = {
  status: "" | "active" | "revoked";
  kind: "" | "secret" | "keyless";
  venue: string;
  origin: string;
  label: string;
  tenantId: string;
};

export const NO_FILTERS: Filters = { status: "active", kind: "", venue: "", origin: "", label: "", tenantId: "" };

const TYPING_MS = 300;

type FilterBarProps = {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  venues: VenueSummary[];
  /** The tenants to choose from; null without admin scope. */
  tenants: Tenant[] | null;
  problem: Problem | undefined;
};

export function FilterBar({ filters, onFilters, venues, tenants, problem }: FilterBarProps) {
  const [isOpen, setOpen] = useState(activeCount(filters) > 0);
  const set =
    <F extends keyof Filters>(name: F) =>
    (value: Filters[F]) =>
      onFilters({ ...filters, [name]: value });
  const count = activeCount(filters);
  const faults = (name: string) =>
    (problem?.errors ?? []).filter((fault) => fault.parameter === name).map((fault) => toSentence(fault.detail));
  return (
    <search class="filters">
      <div class="filters-first">
        <DebouncedTextField
          label="Label"
          placeholder="Part of the label"
          value={filters.label}
          onValue={set("label")}
          faults={faults("label")}
        />
        <SelectField
          label="Status"
          value={filters.status}
          choices={[
            { value: "", text: "Any" },
            { value: "active", text: "Active" },
            { value: "revoked", text: "Revoked" },
          ]}
          onValue={set("status")}
        />
        <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <FilterIcon /> More filters{count > 0 ? ` (${count})` : ""}
        </button>
      </div>
      {isOpen && (
        <div class="filters-more">
          <SelectField
            label="Kind"
            value={filters.kind}
            choices={[
              { value: "", text: "Any" },
              { value: "secret", text: "Secret" },
              { value: "keyless", text: "Keyless" },
            ]}
            onValue={set("kind")}
          />
          <SelectField
            label="Venue"
            value={filters.venue}
            choices={[
              { value: "", text: "Any" },
              ...venues.map(({ venueId, name }) => ({ value: venueId, text: name })),
            ]}
            onValue={set("venue")}
          />
          <DebouncedTextField
            label="Origin"
            placeholder="https://shop.example"
            value={filters.origin}
            onValue={set("origin")}
            faults={faults("origin")}
          />
          {tenants !== null && (
            <SelectField
              label="Tenant"
              value={filters.tenantId}
              choices={[
                { value: "", text: "Any" },
                ...tenants.map(({ tenantId, name }) => ({ value: tenantId, text: name })),
              ]}
              onValue={set("tenantId")}
            />
          )}
          <button type="button" class="button button-quiet" onClick={() => onFilters(NO_FILTERS)}>
            Clear filters
          </button>
        </div>
      )}
    </search>
  );
}

/** Whether the problem is about a filter. The filter bar shows such a problem at the filter. */
export function isFilterProblem(problem: Problem | undefined): boolean {
  return problem?.errors.some(({ parameter }) => parameter !== undefined && parameter in NO_FILTERS) ?? false;
}

export function isFiltered(filters: Filters): boolean {
  return JSON.stringify(filters) !== JSON.stringify(NO_FILTERS);
}

function activeCount({ kind, venue, origin, tenantId }: Filters): number {
  return [kind, venue, origin, tenantId].filter(Boolean).length;
}

type DebouncedTextFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onValue: (value: string) => void;
  faults: string[];
};

/** A text field that reports its value once typing has paused. */
function DebouncedTextField({ label, placeholder, value, onValue, faults }: DebouncedTextFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onValue(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <TextField label={label} placeholder={placeholder} value={text} onValue={setText} faults={faults} />;
}
