// How much a tenant may store: the fields that set it, and what is used.

import type { components, Problem } from "@seatpreview/client";
import { TextField } from "../shell/form-fields";
import { faultsOf } from "../shell/problem-notice";
import { type QuotaDraft, sizeText } from "./quotas";

type Usage = components["schemas"]["TenantUsage"];

type QuotaFieldsProps = {
  draft: QuotaDraft;
  onDraft: (draft: QuotaDraft) => void;
  problem: Problem | undefined;
};

export function QuotaFields({ draft, onDraft, problem }: QuotaFieldsProps) {
  const set = (member: keyof QuotaDraft) => (value: string) => onDraft({ ...draft, [member]: value });
  return (
    <fieldset class="stack-small">
      <legend>How much it may store</legend>
      <p class="soft small">
        Leave a field empty for the service's default. Nothing that is stored is ever taken away.
      </p>
      <div class="thirds">
        <TextField
          label="Images in MB"
          value={draft.imageMegabytes}
          onValue={set("imageMegabytes")}
          inputMode="numeric"
          placeholder="default"
          faults={faultsOf(problem, "/quotas/imageBytes")}
        />
        <TextField
          label="Venues"
          value={draft.venues}
          onValue={set("venues")}
          inputMode="numeric"
          placeholder="default"
          faults={faultsOf(problem, "/quotas/venues")}
        />
        <TextField
          label="Active keys"
          value={draft.keys}
          onValue={set("keys")}
          inputMode="numeric"
          placeholder="default"
          faults={faultsOf(problem, "/quotas/keys")}
        />
        <TextField
          label="Records in MB"
          value={draft.recordMegabytes}
          onValue={set("recordMegabytes")}
          inputMode="numeric"
          placeholder="default"
          faults={faultsOf(problem, "/quotas/recordBytes")}
        />
      </div>
    </fieldset>
  );
}

export function UsageList({ usage }: { usage: Usage }) {
  return (
    <dl class="caller-facts">
      <UsageRow name="Images" use={usage.imageBytes} text={sizeText} />
      <UsageRow name="Venues" use={usage.venues} />
      <UsageRow name="Active keys" use={usage.keys} />
      <UsageRow name="Records, drafts and versions" use={usage.recordBytes} text={sizeText} />
    </dl>
  );
}

type UsageRowProps = { name: string; use: Usage["venues"]; text?: (amount: number) => string };

function UsageRow({ name, use, text = (amount) => amount.toLocaleString() }: UsageRowProps) {
  const isUsedUp = use.max !== null && use.used >= use.max;
  return (
    <>
      <dt>{name}</dt>
      <dd class="tabular">
        <strong>{text(use.used)}</strong>{" "}
        <span class="soft">{use.max === null ? "without a limit" : `of ${text(use.max)}`}</span>{" "}
        {isUsedUp && <span class="badge badge-warn">nothing can be added</span>}
      </dd>
    </>
  );
}
