// The choice of types that a webhook hears of: all changes, or selected ones with a sentence for each.
import type { Problem } from "@seatpreview/client";
import { RadioField } from "../shell/form-fields";
import { faultsOf } from "../shell/problem-notice";
import { CHANGE_TYPES, TYPE_GROUPS, typeHelp, typeName, type WebhookType } from "./change-types";

type TypeChoiceProps = {
  chosen: WebhookType[] | null;
  onChosen: (chosen: WebhookType[] | null) => void;
  problem: Problem | undefined;
};

const ALL = {
  value: "all" as const,
  text: "All changes",
  help: "Of keys, venues, grants and images, and what later versions add. Not the summary of events.",
};
const SOME = { value: "some" as const, text: "Only these", help: "At least one." };

export function TypeChoice({ chosen, onChosen, problem }: TypeChoiceProps) {
  const faults = faultsOf(problem, "/types", true);
  return (
    <div class="stack-small">
      <RadioField
        legend="What does it hear of?"
        faults={faults.length > 0 && chosen?.length === 0 ? ["Select at least one type."] : faults}
        value={chosen === null ? "all" : "some"}
        choices={[ALL, SOME]}
        onValue={(value) => onChosen(value === "all" ? null : CHANGE_TYPES)}
      />
      {chosen !== null && <TypeCheckboxes chosen={chosen} onChosen={onChosen} />}
    </div>
  );
}

type TypeCheckboxesProps = { chosen: WebhookType[]; onChosen: (chosen: WebhookType[]) => void };

function TypeCheckboxes({ chosen, onChosen }: TypeCheckboxesProps) {
  const toggle = (type: WebhookType, isChosen: boolean) =>
    onChosen(isChosen ? [...chosen, type] : chosen.filter((each) => each !== type));
  return (
    <div class="indented stack">
      <p class="row">
        <button type="button" class="button button-small" onClick={() => onChosen([])}>
          Select none
        </button>
        <span class="soft small">{chosen.length} selected</span>
      </p>
      {TYPE_GROUPS.map(({ title, types }) => (
        <fieldset key={title} class="fieldset stack-small">
          <legend class="field-label">{title}</legend>
          <div class="type-ticks">
            {types.map((type) => (
              <label key={type} class="choice">
                <input
                  type="checkbox"
                  checked={chosen.includes(type)}
                  onChange={(event) => toggle(type, event.currentTarget.checked)}
                />
                <span>
                  <span class="choice-text">{typeName(type)}</span>{" "}
                  <span class="field-help">
                    {typeHelp(type)} <code>{type}</code>
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
