// The choice of what a key may do: a preset, or groups of operations one by one.

import type { Problem } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { FieldFaults, RadioField } from "../shell/form-fields";
import { faultsOf } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import type { ApiKey } from "./draft";
import { GROUP_HELP, GROUP_NAMES, type Group, type Groups, groupsFor, presetOf, presetsFor } from "./groups";

type GroupChoiceProps = {
  chosen: Groups;
  onChosen: (chosen: Groups) => void;
  kind: ApiKey["kind"];
  scope: ApiKey["scope"];
  caller: CallerInfo;
  problem: Problem | undefined;
};

const OWN_CHOICE = "some";

export function GroupChoice({ chosen, onChosen, kind, scope, caller, problem }: GroupChoiceProps) {
  const presets = presetsFor({ kind, scope }, caller);
  // Whether the groups were asked for one by one, even where they happen to be those of a preset.
  const [isOwnChoice, setOwnChoice] = useState(false);
  const value = (isOwnChoice ? undefined : presetOf(presets, chosen)?.value) ?? OWN_CHOICE;
  const groups = groupsFor(kind, caller);
  const change = (next: string) => {
    setOwnChoice(next === OWN_CHOICE);
    const preset = presets.find((each) => each.value === next);
    if (preset !== undefined) onChosen(preset.groups);
    else if (chosen === null) onChosen(groups);
  };
  return (
    <div class="stack-small">
      <RadioField
        legend="What may it do?"
        help={
          caller.groups === null
            ? "Give a key only what it needs: whoever finds it can do no more."
            : "Your own key is limited to some groups of operations, and can give no others."
        }
        faults={faultsOf(problem, "/groups")}
        value={value}
        choices={[
          ...presets.map(({ value, text, help }) => ({ value, text, help })),
          { value: OWN_CHOICE, text: "Choose groups of operations" },
        ]}
        onValue={change}
      />
      {value === OWN_CHOICE && (
        <GroupCheckboxes chosen={chosen ?? groups} onChosen={onChosen} groups={groups} problem={problem} />
      )}
    </div>
  );
}

type GroupCheckboxesProps = {
  chosen: Group[];
  onChosen: (chosen: Group[]) => void;
  groups: Group[];
  problem: Problem | undefined;
};

function GroupCheckboxes({ chosen, onChosen, groups, problem }: GroupCheckboxesProps) {
  // A group of the key that the caller itself lacks is shown, because saving the form sends it again.
  const listed = [...groups, ...chosen.filter((group) => !groups.includes(group))];
  const toggle = (group: Group, isChosen: boolean) =>
    onChosen(isChosen ? [...chosen, group] : chosen.filter((each) => each !== group));
  return (
    <fieldset class="fieldset indented stack-small">
      <legend class="visually-hidden">Groups of operations that the key may call</legend>
      {listed.map((group) => {
        const at = chosen.indexOf(group);
        const faults = at < 0 ? [] : faultsOf(problem, `/groups/${at}`);
        return (
          <div key={group}>
            <label class="choice">
              <input
                type="checkbox"
                checked={at >= 0}
                {...(faults.length > 0 ? { "aria-invalid": "true" as const } : {})}
                onChange={(event) => toggle(group, event.currentTarget.checked)}
              />
              <span>
                <span class="choice-text">{GROUP_NAMES[group]}</span>
                <span class="field-help">{GROUP_HELP[group]}</span>
              </span>
            </label>
            <FieldFaults id={`${group}-faults`} faults={faults} />
          </div>
        );
      })}
    </fieldset>
  );
}
