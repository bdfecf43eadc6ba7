// The facts of two compared seats side by side, as a table with a column for each.
import "./compared-seats.css";
import type { Plan } from "../plan/plan";
import type { Locale } from "./locales";
import type { Messages } from "./messages";
import { type Fact, factsOf, seatName } from "./preview-text";
import { hasFeatures, SeatFeatures } from "./seat-features";
import type { Comparison } from "./use-comparison";
import type { SeatPane } from "./use-seat-pane";

export function ComparedSeats({
  panes,
  plan,
  comparison,
  messages,
  locale,
}: {
  panes: readonly [SeatPane, SeatPane];
  plan: Plan | null;
  comparison: Comparison;
  messages: Messages;
  locale: Locale;
}) {
  const facts = panes.map(({ preview }) => (preview === null ? [] : factsOf(preview, messages, locale)));
  const names = [...new Set(facts.flat().map(({ name }) => name))];
  return (
    <table class="compared-seats">
      <caption class="visually-hidden">{messages.compared}</caption>
      <thead>
        <tr>
          {panes.map((pane, index) => (
            <th key={index} scope="col">
              <SeatColumnHead
                pane={pane}
                messages={messages}
                isActive={comparison.isSecond === (index === 1)}
                onActivate={() => comparison.activate(index === 1)}
              />
            </th>
          ))}
        </tr>
      </thead>
      {panes.some(({ preview }) => preview !== null && hasFeatures(preview, plan)) && (
        <tbody>
          <tr>
            {panes.map(({ preview }, index) => (
              <td key={index}>{preview !== null && <SeatFeatures {...{ preview, plan, messages }} />}</td>
            ))}
          </tr>
        </tbody>
      )}
      {names.map((name) => (
        <tbody key={name}>
          <tr>
            <th class="fact-name" scope="rowgroup" colSpan={2}>
              {name}
            </th>
          </tr>
          <tr>
            {facts.map((each, index) => (
              <FactCell key={index} fact={each.find((fact) => fact.name === name)} />
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  );
}

/** The name of a seat, as the button that makes its view the one that moves and the call to action are about. */
function SeatColumnHead({
  pane,
  messages,
  isActive,
  onActivate,
}: {
  pane: SeatPane;
  messages: Messages;
  isActive: boolean;
  onActivate: () => void;
}) {
  if (pane.preview === null) return <span class="seat-column">{messages.loading}</span>;
  const { section, rest, lang } = seatName(pane.preview, messages);
  return (
    <button type="button" class="seat-column" aria-pressed={isActive} title={messages.choose} onClick={onActivate}>
      <span class="seat-column-section" lang={lang} dir="auto">
        {section}
      </span>
      <span>{rest.join(messages.comma)}</span>
    </button>
  );
}

function FactCell({ fact }: { fact: Fact | undefined }) {
  if (fact === undefined) return <td>–</td>;
  return (
    <td>
      {fact.value}
      {fact.note !== null && <small>{fact.note}</small>}
    </td>
  );
}
