// Rules that the service suggests for labels that are not matched yet or not as expected. Each can be accepted.

import type { Client, components } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { PlusIcon } from "../../design/icons";
import { ProblemNotice } from "../shell/problem-notice";
import { useAction } from "../shell/use-request";
import {
  type DraftLabel,
  type DraftRule,
  guessQuestion,
  isComplete,
  labelText,
  meaningOf,
  type Rule,
  ruleText,
} from "./draft";

type SuggestionList = components["schemas"]["SuggestionList"];
type Suggestion = SuggestionList["data"][number];

const LABELS_MAX = 1000;

export function Suggestions(props: {
  api: Client;
  venueId: string;
  rules: DraftRule[];
  labels: DraftLabel[];
  onAccept: (rule: Rule) => void;
}) {
  const [found, setFound] = useState<Suggestion[] | null>(null);
  // Suggestions were computed for exactly these rules. After another change they may be wrong.
  const [judged, setJudged] = useState("");
  const written = JSON.stringify(props.rules.map((each) => each.rule));
  const isStale = found !== null && found.length > 0 && judged !== written;
  const request = useAction(async () => {
    const some = props.labels.slice(0, LABELS_MAX);
    const labels = some.map(({ label, expect }) => (expect === undefined ? { label } : { label, expect }));
    const rules = props.rules.map((each) => each.rule).filter(isComplete);
    const suggested = await props.api.venues.suggestSeatKeys(props.venueId, { labels, rules: { seatKeys: { rules } } });
    setFound(suggested.data);
    setJudged(written);
  });
  const accept = (suggestion: Suggestion) => {
    props.onAccept(suggestion.rule);
    setJudged(JSON.stringify([...props.rules.map((each) => each.rule), suggestion.rule]));
    setFound((before) => before?.filter((each) => each !== suggestion) ?? null);
  };
  return (
    <section class="stack-small" aria-labelledby="suggestions-title">
      <div class="row">
        <h3 id="suggestions-title">Suggestions</h3>
        <button
          type="button"
          class="button button-small"
          disabled={props.labels.length === 0 || request.isBusy}
          onClick={() => void request.run()}
        >
          {request.isBusy ? "Searching …" : "Suggest rules"}
        </button>
      </div>
      <ProblemNotice problem={request.problem} />
      <div aria-live="polite">
        {found === null && (
          <p class="soft small">
            Rules for labels that are not matched yet or not as expected. None of them breaks an expected result.
          </p>
        )}
        {isStale && <p class="soft small">The rules have changed. Request suggestions again.</p>}
        {found?.length === 0 && <p class="soft small">No further rule would help with these labels.</p>}
      </div>
      <ul class="plain-list">
        {(isStale ? [] : (found ?? [])).map((suggestion) => (
          <li key={JSON.stringify(suggestion.rule)} class="suggestion">
            <div>
              {suggestion.basis === "guess" && (
                <p>
                  <strong>{guessQuestion(suggestion.rule)}</strong>{" "}
                  <span class="small soft">A guess: please check.</span>
                </p>
              )}
              <p>{ruleText(suggestion.rule)}</p>
              {suggestion.alternatives?.map((other) => (
                <p key={JSON.stringify(other)} class="small">
                  It may also be “{meaningOf(other)}”, which matches as many labels.
                </p>
              ))}
              {suggestion.gains > 0 && (
                <p class="small soft">
                  Matches {suggestion.gains} more {suggestion.gains === 1 ? "label" : "labels"}, such as “
                  {suggestion.labels.slice(0, 1).map((label) => labelText(label))}”
                </p>
              )}
              {suggestion.mends > 0 && (
                <p class="small soft">
                  Corrects {suggestion.mends} wrong {suggestion.mends === 1 ? "result" : "results"}, such as “
                  {suggestion.mendedLabels.slice(0, 1).map((label) => labelText(label))}”
                </p>
              )}
            </div>
            <button
              type="button"
              class="button button-small"
              aria-label={`Accept: ${ruleText(suggestion.rule)}`}
              onClick={() => accept(suggestion)}
            >
              <PlusIcon /> Accept
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
