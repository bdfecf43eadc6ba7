// The form fields of a rate limit: the service's default, or three numbers.
import type { Problem } from "@seatpreview/client";
import { RadioField } from "../shell/form-fields";
import { NumberFields } from "../shell/number-fields";
import { faultsOf } from "../shell/problem-notice";
import { type LimitDraft, NEW_LIMIT } from "./draft";

type RateLimitFieldsProps = {
  limit: LimitDraft | null;
  onLimit: (limit: LimitDraft | null) => void;
  problem: Problem | undefined;
  help: string;
};

const FIELDS: { member: keyof LimitDraft; label: string; pointer: string; placeholder?: string }[] = [
  { member: "requests", label: "Requests", pointer: "/rateLimit/requests" },
  { member: "windowSeconds", label: "Window in seconds", pointer: "/rateLimit/windowSeconds" },
  { member: "burst", label: "Burst", pointer: "/rateLimit/burst", placeholder: "default" },
];

export function RateLimitFields({ limit, onLimit, problem, help }: RateLimitFieldsProps) {
  return (
    <div class="stack-small">
      <RadioField
        legend="Rate limit"
        help={help}
        faults={faultsOf(problem, "/rateLimit")}
        value={limit === null ? "default" : "own"}
        choices={[
          { value: "default", text: "Service default" },
          { value: "own", text: "Custom limit" },
        ]}
        onValue={(value) => onLimit(value === "default" ? null : NEW_LIMIT)}
      />
      {limit !== null && <NumberFields draft={limit} onDraft={onLimit} fields={FIELDS} problem={problem} isIndented />}
    </div>
  );
}
