// How much a tenant may store: the fields that set it, and what is used.

import type { components, Problem } from "@seatpreview/client";
import { NumberFields } from "../shell/number-fields";
import { type QuotaDraft, sizeText } from "./quotas";

type Usage = components["schemas"]["TenantUsage"];

type QuotaFieldsProps = {
  draft: QuotaDraft;
  onDraft: (draft: QuotaDraft) => void;
  problem: Problem | undefined;
};

const FIELDS: { member: keyof QuotaDraft; label: string; pointer: string; placeholder: string }[] = [
  { member: "imageMegabytes", label: "Images in MB", pointer: "/quotas/imageBytes", placeholder: "default" },
  { member: "venues", label: "Venues", pointer: "/quotas/venues", placeholder: "default" },
  { member: "keys", label: "Active keys", pointer: "/quotas/keys", placeholder: "default" },
  { member: "recordMegabytes", label: "Records in MB", pointer: "/quotas/recordBytes", placeholder: "default" },
];

export function QuotaFields({ draft, onDraft, problem }: QuotaFieldsProps) {
  return (
    <fieldset class="stack-small">
      <legend>How much it may store</legend>
      <p class="soft small">
        Leave a field empty for the service's default. Nothing that is stored is ever taken away.
      </p>
      <NumberFields draft={draft} onDraft={onDraft} fields={FIELDS} problem={problem} />
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
