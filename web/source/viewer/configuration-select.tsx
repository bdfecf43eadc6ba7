// The choice of a configuration, for the sheet.
import type { Plan } from "../plan/plan";
import type { Messages } from "./messages";

/** Asks the API for no configuration. */
const BARE_HALL = "none";

/** The choice of a configuration, where the venue has several and the session leaves it open. */
export function ConfigurationSelect({
  plan,
  messages,
  onChange,
}: {
  plan: Plan;
  messages: Messages;
  onChange: (configuration: string) => void;
}) {
  const shown = plan.configuration?.id ?? BARE_HALL;
  return (
    <label class="configuration">
      <span>{messages.configuration}</span>
      <select class="input" value={shown} onChange={(event) => onChange(event.currentTarget.value)}>
        {plan.configuration === null && <option value={BARE_HALL}>{messages.bareHall}</option>}
        {plan.configurations.map(({ id, name, nameLocale }) => (
          <option key={id} value={id} lang={nameLocale} dir="auto">
            {name ?? id}
          </option>
        ))}
      </select>
    </label>
  );
}
