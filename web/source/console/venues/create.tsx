// The form that creates a venue: its name, its time zone, and its initial record.

import type { CreateVenueRequest, Problem, TemplateRecord } from "@seatpreview/client";
import { useId, useMemo, useState } from "preact/hooks";
import { VenueMap } from "../../plan/venue-map";
import { Field, RadioField, TextField } from "../shell/form-fields";
import { faultsOf, ProblemNotice } from "../shell/problem-notice";
import { useRepeatableRequest } from "../shell/repeatable-request";
import { SAVE_KEYS } from "../shell/save-shortcut";
import { ScreenHeader } from "../shell/screen-header";
import { isAdmin, type ScreenProps } from "../shell/screen-props";
import { showToast } from "../shell/toasts";
import { forgetUnsavedChanges, useUnsavedChanges } from "../shell/unsaved-changes";
import { useAction, useRequest } from "../shell/use-request";
import { parsePositions } from "./json-positions";
import { keepSavedWarnings } from "./label-warnings";
import { FoundPlan } from "./plan-import/found-plan";
import { ImportFields } from "./plan-import/import-fields";
import { usePlanImport } from "./plan-import/use-plan-import";
import { shownPlan } from "./shown-plan";
import { emptyHall, smallHall } from "./small-hall";
import { TemplateFields } from "./template-fields";

type Start = "hall" | "template" | "file" | "empty" | "pasted";

const TIME_ZONES = Intl.supportedValuesOf("timeZone").map((value) => ({ value }));

export function CreateVenue({ api, caller, go }: ScreenProps) {
  const [name, setName] = useState("");
  const [timezone, setTimezone] = useState(ownZone);
  const [tenantId, setTenantId] = useState("");
  const [start, setStart] = useState<Start>("hall");
  const [template, setTemplate] = useState<TemplateRecord | null>(null);
  const [pasted, setPasted] = useState("");
  const formId = useId();
  const request = useRepeatableRequest();
  const found = usePlanImport(api, ({ record }) => {
    if (typeof record.name === "string") setName(record.name);
    if (typeof record.timezone === "string") setTimezone(record.timezone);
  });
  useUnsavedChanges(name !== "" || pasted !== "" || found.imported !== null);

  const fault = useMemo(() => faultIn(pasted), [pasted]);
  const isReady =
    (start !== "pasted" || fault === null) &&
    (start !== "template" || template !== null) &&
    (start !== "file" || (found.imported !== null && found.working === null));
  const creating = useAction(async () => {
    const record =
      start === "file"
        ? { ...withoutServiceMembers(found.imported?.record ?? {}), name, timezone }
        : startingRecord(start, template, pasted, name, timezone);
    const body = isAdmin(caller) ? { ...record, tenantId } : record;
    // The record may be text that somebody pasted: the service tells what is wrong with it.
    const created = await request.send(body, (options) => api.venues.create(body as CreateVenueRequest, options));
    forgetUnsavedChanges();
    keepSavedWarnings(created);
    showToast(`${created.name} was created`);
    go(`/venues/${created.venueId}`);
  });
  const problem = creating.problem;

  return (
    <>
      <ScreenHeader title="New venue" guide="newVenue" parent={{ path: "/venues", name: "Venues" }} />
      <div class="create-venue">
        <form
          id={formId}
          class="card panel create-fields"
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) void creating.run();
          }}
        >
          <ProblemNotice problem={problem} fieldPointers={["/name", "/timezone", "/tenantId"]} />
          {start !== "pasted" && (
            <>
              <TextField
                label="Name"
                help="For example “Town Hall”."
                value={name}
                onValue={setName}
                faults={faultsOf(problem, "/name")}
              />
              <TextField
                label="Time zone"
                help="Used for the start and end of ads."
                value={timezone}
                onValue={setTimezone}
                suggestions={TIME_ZONES}
                faults={faultsOf(problem, "/timezone")}
              />
            </>
          )}
          {isAdmin(caller) && <OwnerField api={api} value={tenantId} onValue={setTenantId} problem={problem} />}
          <RadioField
            legend="Start from"
            value={start}
            onValue={setStart}
            choices={[
              {
                value: "hall",
                text: "A small hall",
                help: "Stalls, a balcony and two boxes that you can adapt.",
              },
              {
                value: "template",
                text: "A template",
                help: "A usual kind of venue, with as many seats as you need.",
              },
              {
                value: "file",
                text: "A file with the plan",
                help: "What is found in it is shown before anything is stored.",
              },
              { value: "empty", text: "An empty hall", help: "A stage, and room for the seats that you draw." },
              { value: "pasted", text: "An existing record", help: "JSON, as the API returns it." },
            ]}
          />
          {start === "template" && <TemplateFields api={api} onRecord={setTemplate} />}
          {start === "file" && <ImportFields found={found} />}
          {start === "pasted" && (
            <Field label="Record" faults={fault === null ? [] : [fault]}>
              {(attributes) => (
                <textarea
                  {...attributes}
                  class="input mono"
                  rows={14}
                  spellcheck={false}
                  value={pasted}
                  onInput={(event) => setPasted(event.currentTarget.value)}
                />
              )}
            </Field>
          )}
        </form>
        {start === "file" && <FoundPlan found={found} />}
        {start === "hall" && (
          <aside class="card panel" aria-label="The small hall">
            <RecordMap record={SMALL_HALL} label="Map of the small hall" />
          </aside>
        )}
        {start === "template" && template !== null && (
          <aside class="card panel" aria-label="The template">
            <p role="status">
              {template.name}: {template.seats.toLocaleString("en")} seats
            </p>
            <RecordMap record={template.record} label="Map of the template" />
          </aside>
        )}
        <div class="row create-actions">
          <button
            type="submit"
            form={formId}
            class="button button-primary"
            disabled={creating.isBusy || (start === "file" && !isReady) || (start === "template" && template === null)}
            aria-keyshortcuts={SAVE_KEYS}
          >
            Create venue
          </button>
          <a class="button" href="#/venues">
            Cancel
          </a>
        </div>
      </div>
    </>
  );
}

const SMALL_HALL = smallHall("Small hall", "UTC");

function RecordMap({ record, label }: { record: object; label: string }) {
  const { plan, fault } = useMemo(() => shownPlan(record), [record]);
  if (plan === null) return <p class="note note-warn">The map cannot be drawn: {fault}</p>;
  return <VenueMap plan={plan} label={label} />;
}

function OwnerField(props: {
  api: ScreenProps["api"];
  value: string;
  onValue: (value: string) => void;
  problem: Problem | undefined;
}) {
  const tenants = useRequest(
    async (signal) => (await props.api.tenants.list({ limit: 100 }, { signal }).page()).data,
    [],
  );
  return (
    <TextField
      label="Owner"
      help="The id of the tenant that owns the venue."
      value={props.value}
      onValue={(value) => props.onValue(value.trim())}
      placeholder="ten_..."
      isMono
      suggestions={(tenants.data ?? []).map(({ tenantId, name }) => ({ value: tenantId, label: name }))}
      faults={faultsOf(props.problem, "/tenantId")}
    />
  );
}

/** The time zone of the device; UTC if it has no name. */
function ownZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return TIME_ZONES.some(({ value }) => value === zone) ? zone : "UTC";
}

/** The record to create. From a pasted API response, the members that only the service writes are removed. */
function startingRecord(
  start: Start,
  template: TemplateRecord | null,
  pasted: string,
  name: string,
  timezone: string,
): Record<string, unknown> {
  if (start === "hall") return smallHall(name, timezone);
  if (start === "template") return { ...template?.record, name, timezone };
  if (start === "empty") return emptyHall(name, timezone);
  return withoutServiceMembers(JSON.parse(pasted) as Record<string, unknown>);
}

function withoutServiceMembers(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([member]) => !WRITTEN_BY_SERVICE.has(member)));
}

const WRITTEN_BY_SERVICE = new Set([
  "venueId",
  "tenantId",
  "seatCount",
  "createdAt",
  "updatedAt",
  "archivedAt",
  "version",
  "warnings",
  "warningsCount",
  "sectionsNotChecked",
  "findings",
]);

function faultIn(pasted: string): string | null {
  if (pasted.trim() === "") return null;
  return parsePositions(pasted).fault?.detail ?? null;
}
