// The filters of the list of keys, which are in its address.

import type { Problem } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { FilterIcon } from "../../design/icons";
import { DebouncedTextField } from "../shell/debounced-text-field";
import { SelectField } from "../shell/form-fields";
import { toSentence } from "../shell/problem-notice";
import type { Query } from "../shell/route";
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

/** The statuses in the address. Without any, the active keys are listed. */
const STATUSES: Record<string, Filters["status"]> = { any: "", active: "active", revoked: "revoked" };

/** Reads the filters from the address. What it does not know counts as not given. */
export function filtersOf({
  status = "active",
  kind,
  venue = "",
  origin = "",
  label = "",
  tenant = "",
}: Query): Filters {
  return {
    status: STATUSES[status] ?? "active",
    kind: kind === "secret" || kind === "keyless" ? kind : "",
    venue,
    origin,
    label,
    tenantId: tenant,
  };
}

/** Returns the filters for the address. */
export function queryOfFilters({ status, tenantId, ...others }: Filters): Query {
  return { ...others, status: status === "" ? "any" : status === "active" ? "" : status, tenant: tenantId };
}

type FilterBarProps = {
  filters: Filters;
  onFilters: (filters: Filters, isTyping?: boolean) => void;
  venues: VenueSummary[];
  /** The tenants to choose from; null without admin scope. */
  tenants: Tenant[] | null;
  problem: Problem | undefined;
};

export function FilterBar({ filters, onFilters, venues, tenants, problem }: FilterBarProps) {
  const [isOpen, setOpen] = useState(activeCount(filters) > 0);
  const set =
    <F extends keyof Filters>(name: F, isTyping = false) =>
    (value: Filters[F]) =>
      onFilters({ ...filters, [name]: value }, isTyping);
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
          onValue={set("label", true)}
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
            onValue={set("origin", true)}
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
