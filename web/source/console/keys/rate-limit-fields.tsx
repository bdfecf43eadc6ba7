// The form fields of a rate limit: the service's default, or three numbers.
import type { Problem } from "@seatpreview/client";
import { RadioField, TextField } from "../shell/form-fields";
import { faultsOf } from "../shell/problem-notice";
import { type LimitDraft, NEW_LIMIT } from "./draft";

type RateLimitFieldsProps = {
  limit: LimitDraft | null;
  onLimit: (limit: LimitDraft | null) => void;
  problem: Problem | undefined;
  help: string;
};

export function RateLimitFields({ limit, onLimit, problem, help }: RateLimitFieldsProps) {
  const set = (member: keyof LimitDraft) => (value: string) => onLimit({ ...(limit ?? NEW_LIMIT), [member]: value });
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
      {limit !== null && (
        <div class="thirds indented">
          <TextField
            label="Requests"
            value={limit.requests}
            onValue={set("requests")}
            inputMode="numeric"
            faults={faultsOf(problem, "/rateLimit/requests")}
          />
          <TextField
            label="Window in seconds"
            value={limit.windowSeconds}
            onValue={set("windowSeconds")}
            inputMode="numeric"
            faults={faultsOf(problem, "/rateLimit/windowSeconds")}
          />
          <TextField
            label="Burst"
            value={limit.burst}
            onValue={set("burst")}
            inputMode="numeric"
            placeholder="default"
            faults={faultsOf(problem, "/rateLimit/burst")}
          />
        </div>
      )}
    </div>
  );
}
