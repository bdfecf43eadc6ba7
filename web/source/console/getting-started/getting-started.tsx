// The checklist for a new tenant, on the console's first screen until everything is done or it is dismissed.
import type { Client } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { CheckIcon, ForwardIcon } from "../../design/icons";
import { listedKeys } from "../shell/names";
import { may } from "../shell/permissions";
import { hashOf } from "../shell/route";
import type { CallerInfo } from "../shell/screen-props";
import { useRequest } from "../shell/use-request";
import { readDraft } from "../venues/draft";
import { type Progress, type Step, stepsOf } from "./steps";
import "./getting-started.css";

const VENUES_LOOKED_AT = 100;

export function GettingStarted({ api, caller }: { api: Client; caller: CallerInfo }) {
  const [isDismissed, setDismissed] = useState(() => wasDismissed(caller));
  // An operator has no venues; a tenant's own people do these steps.
  const isShown = !isDismissed && caller.tenantId !== null && may(caller, "listVenues");
  const progress = useRequest<Progress | null>(
    (signal) => (isShown ? readProgress(api, caller, signal) : Promise.resolve(null)),
    [api, caller, isShown],
  );
  if (!isShown || progress.data == null) return null;
  const steps = stepsOf(progress.data, caller);
  const next = steps.find(({ isDone }) => !isDone);
  if (next === undefined) return null;
  return (
    <section class="card panel getting-started" aria-labelledby="getting-started">
      <div class="panel-head">
        <div>
          <h2 id="getting-started">Getting started</h2>
          <p class="soft small">
            {steps.filter(({ isDone }) => isDone).length} of {steps.length} steps are done.
          </p>
        </div>
        <button
          type="button"
          class="button button-quiet button-small"
          onClick={() => {
            dismiss(caller);
            setDismissed(true);
          }}
        >
          Hide this list
        </button>
      </div>
      <ol class="plain-list steps">
        {steps.map((step) => (
          <StepItem key={step.name} step={step} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

function StepItem({ step, isNext }: { step: Step; isNext: boolean }) {
  return (
    <li class={`step${step.isDone ? " step-done" : ""}`} aria-current={isNext ? "step" : undefined}>
      <span class="step-mark">{step.isDone && <CheckIcon label="Done:" />}</span>
      <div>
        {step.isDone ? <span>{step.name}</span> : <a href={hashOf(step.path)}>{step.name}</a>}
        {isNext && <p class="soft small">{step.help}</p>}
      </div>
      {isNext && (
        <a class="button button-primary button-small" href={hashOf(step.path)} aria-label={`Next: ${step.name}`}>
          Next <ForwardIcon />
        </a>
      )}
    </li>
  );
}

/** Reads what was done. Each question is asked only if the key may ask it; one that fails counts as not done. */
async function readProgress(api: Client, caller: CallerInfo, signal: AbortSignal): Promise<Progress> {
  const options = { signal };
  const venues = await api.venues.list({ limit: VENUES_LOOKED_AT }, options).page();
  const own = venues.data.filter(({ tenantId }) => tenantId === caller.tenantId);
  const venueId = own.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))[0]?.venueId;
  const venue = venueId === undefined ? null : await api.venues.get(venueId, options);
  const hasEvent = async (purpose: "buyer" | "staff") =>
    (await api.events.list({ limit: 1, purpose }, options).page()).data.length > 0;
  const mayReadEvents = may(caller, "listEvents");
  const [draft, images, keys, wasPreviewed, wasSeenByBuyer] = await Promise.all([
    venue === null || !may(caller, "getDraft", { venue }) ? null : readDraft(api, venue.venueId, signal),
    venue === null || !may(caller, "listImages", { venue })
      ? null
      : api.imagery.list(venue.venueId, { limit: 1 }, options).page(),
    listedKeys(api, caller),
    mayReadEvents && hasEvent("staff"),
    mayReadEvents ? hasEvent("buyer") : null,
  ]);
  const hasImage = (images?.data.length ?? 0) > 0;
  return { venue, hasDraft: draft !== null, hasImage, wasPreviewed, keys, wasSeenByBuyer };
}

/** The name under which this browser remembers that the list was hidden for a tenant. Nothing secret is stored. */
function storedAs({ tenantId }: CallerInfo): string {
  return `seatpreview.console.checklist.${tenantId}`;
}

function wasDismissed(caller: CallerInfo): boolean {
  try {
    return localStorage.getItem(storedAs(caller)) !== null;
  } catch {
    return false;
  }
}

function dismiss(caller: CallerInfo): void {
  try {
    localStorage.setItem(storedAs(caller), "hidden");
  } catch {
    // Where the browser stores nothing, the list comes back with the next sign-in.
  }
}
