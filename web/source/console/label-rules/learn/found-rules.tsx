// What was found in a sales file: groups of labels, rules to accept one by one, and the examples of accepted ones.
import { PlusIcon } from "../../../design/icons";
import { ScrollRegion } from "../../shell/scroll-region";
import { guessQuestion, meaningOf, type Rule, ruleText } from "../draft";
import { keysText } from "../expected-keys";
import type { Cells, LabelGroups } from "./label-groups";
import { type CheckedExample, cellsOf, cellsText, type Proposal } from "./rule-search";
import type { AcceptedRule, Learning, OfferedExample } from "./use-learning";

type Searched = Extract<Learning, { stage: "found" }>;

const GROUPS_SHOWN_MAX = 30;

export function GroupList({ learning: { groups, search, found } }: { learning: Searched }) {
  const { lines = 0, rightLines = 0, wrongLines = 0, unknownSeats = 0, unknownSeat } = found.summary ?? {};
  const tried = found.groups.map(({ labels }, at) => ({ ...search.groups[at], labels }));
  const open = tried.filter(({ labels }) => labels.some(({ verdict }) => verdict !== "right"));
  return (
    <section class="stack-small" aria-labelledby="learn-groups">
      <h3 id="learn-groups">Labels that need a rule</h3>
      <p role="status">
        {groups.lines.toLocaleString()} lines in {groups.size.toLocaleString()} groups. {percent(rightLines, lines)}{" "}
        resolve, {percent(wrongLines, lines)} resolve to another seat than the file states,{" "}
        {percent(lines - rightLines - wrongLines, lines)} do not resolve.
      </p>
      {unknownSeats > 0 && (
        <p class="note note-warn">
          {unknownSeats} of {tried.reduce((sum, { labels }) => sum + labels.length, 0)} labels have a seat that is not
          in the venue, such as “{unknownSeat}”. It counts as not known. The column needs seat keys, or ids from the
          layout.
        </p>
      )}
      <LeftOut groups={groups} tried={lines} />
      {open.length > 0 && (
        <ScrollRegion label="Groups of labels">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Lines</th>
                <th scope="col">Resolve</th>
                <th scope="col">Wrong</th>
                <th scope="col">Labels such as</th>
              </tr>
            </thead>
            <tbody>
              {open.slice(0, GROUPS_SHOWN_MAX).map(({ shape, lines, samples = [], labels }) => (
                <tr key={shape}>
                  <td>{lines?.toLocaleString()}</td>
                  <td>
                    {labels.filter(({ verdict }) => verdict === "right").length} of {labels.length}
                  </td>
                  <td>{labels.filter(({ verdict }) => verdict === "wrong").length || ""}</td>
                  <td class="learn-label">
                    {some(samples.filter((_, at) => labels[at]?.verdict !== "right").map(({ cells }) => cells))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {open.length > GROUPS_SHOWN_MAX && (
        <p class="small soft">And {(open.length - GROUPS_SHOWN_MAX).toLocaleString()} more groups.</p>
      )}
    </section>
  );
}

function LeftOut({ groups, tried }: { groups: LabelGroups; tried: number }) {
  const rare = groups.lines - groups.blankLines - groups.longLines - tried;
  const sentences = [
    groups.blankLines > 0 && `${groups.blankLines.toLocaleString()} lines have no label.`,
    groups.longLines > 0 && `${groups.longLines.toLocaleString()} labels are longer than 512 characters.`,
    rare > 0 && `${rare.toLocaleString()} lines with rare labels were not tried: there are too many kinds of labels.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? null : <p class="small soft">{sentences.join(" ")}</p>;
}

export function ProposalList(props: {
  proposals: Proposal[];
  isBusy: boolean;
  onAccept: (proposal: Proposal) => void;
  onLeaveOut: (proposal: Proposal) => void;
}) {
  return (
    <section class="stack-small" aria-labelledby="learn-proposals">
      <h3 id="learn-proposals">Proposed rules</h3>
      <p class="small soft" aria-live="polite">
        {props.isBusy
          ? "Trying the other rules again …"
          : props.proposals.length === 0
            ? "No further rule would help with these labels."
            : "Read each rule before you accept it. What it gains counts the rules above it."}
      </p>
      <ul class="plain-list stack-small">
        {props.proposals.map((proposal) => (
          <li key={JSON.stringify(proposal.rule)} class="suggestion">
            <div>
              {proposal.basis === "guess" && <Question rule={proposal.rule} alternatives={proposal.alternatives} />}
              <p>{ruleText(proposal.rule)}</p>
              <Effect verb="Gains" lines={proposal.gainedLines} labels={proposal.gained} />
              <Effect verb="Corrects" lines={proposal.mendedLines} labels={proposal.mended} />
              <Effect verb="Breaks" lines={proposal.brokenLines} labels={proposal.broken} isBad />
              {proposal.brokenExamples > 0 && (
                <p class="small learn-bad">Breaks {proposal.brokenExamples} examples of the record</p>
              )}
              {proposal.broken.length + proposal.brokenExamples === 0 && (
                <p class="small soft">Breaks nothing that was tried</p>
              )}
            </div>
            <div class="learn-decide">
              <button
                type="button"
                class="button button-small"
                disabled={props.isBusy}
                aria-label={`Accept: ${ruleText(proposal.rule)}`}
                onClick={() => props.onAccept(proposal)}
              >
                <PlusIcon /> Accept
              </button>
              <button
                type="button"
                class="button button-small button-quiet"
                disabled={props.isBusy}
                aria-label={`Leave out: ${ruleText(proposal.rule)}`}
                onClick={() => props.onLeaveOut(proposal)}
              >
                Leave out
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a person has to decide about a guess: nothing in the file shows that it is right. */
function Question({ rule, alternatives }: { rule: Rule; alternatives: readonly Rule[] }) {
  return (
    <>
      <p>
        <strong>{guessQuestion(rule)}</strong>
      </p>
      <p class="small soft">A guess: please check. The file does not say which seats are right.</p>
      {alternatives.length > 0 && (
        <p class="small">
          It may also be {alternatives.map((other) => `“${meaningOf(other)}”`).join(" or ")}, which resolves as many
          labels. Leave this one out to be asked about the next.
        </p>
      )}
    </>
  );
}

type EffectProps = { verb: string; lines: number; labels: Proposal["gained"]; isBad?: boolean };

function Effect({ verb, lines, labels, isBad = false }: EffectProps) {
  if (labels.length === 0) return null;
  return (
    <p class={isBad ? "small learn-bad" : "small soft"}>
      {verb} about {lines.toLocaleString()} lines: {some(labels.map(cellsOf))}
    </p>
  );
}

export function AcceptedRules(props: {
  accepted: AcceptedRule[];
  onExample: (example: OfferedExample) => void;
  onEdited: (example: OfferedExample) => void;
}) {
  if (props.accepted.length === 0) return null;
  return (
    <section class="stack-small" aria-labelledby="learn-accepted">
      <h3 id="learn-accepted">Accepted rules, and examples that keep them right</h3>
      <p class="small soft">
        Examples are stored with the venue. Look at each: it must hold the label alone, without order numbers or names.
      </p>
      <ul class="plain-list stack-small">
        {props.accepted.map(({ rule, examples }) => (
          <li key={JSON.stringify(rule)} class="rule">
            <p>{ruleText(rule)}</p>
            {examples.map((example) => (
              <Example key={example.id} example={example} {...props} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

type ExampleProps = {
  example: OfferedExample;
  onExample: (example: OfferedExample) => void;
  onEdited: (example: OfferedExample) => void;
};

function Example({ example, onExample, onEdited }: ExampleProps) {
  const { cells, keys, isKept } = example;
  const text = cellsText(cells);
  const warnings = isKept ? example.warnings : [];
  const change = (at: number, cell: string) => ({
    ...example,
    cells: cells.map((each, place) => (place === at ? cell : each)),
  });
  return (
    <div class="stack-small learn-example">
      <div class="row">
        <input
          type="checkbox"
          checked={isKept}
          aria-label={`Keep as an example: ${text}`}
          onChange={(event) => onExample({ ...example, isKept: event.currentTarget.checked })}
        />
        {cells.map((cell, at) => (
          <input
            key={at}
            class="input mono learn-cell"
            value={cell}
            disabled={!isKept}
            maxLength={at === 0 ? 512 : 100}
            aria-label={cells.length === 1 ? "Label of the example" : PARTS[at]}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => onExample(change(at, event.currentTarget.value))}
            onChange={(event) => onEdited(change(at, event.currentTarget.value))}
          />
        ))}
        <span class="small">
          →{" "}
          <code class="label-key">
            {keys.length === 0 ? "declined" : keysText(keys.length === 1 ? keys[0]! : keys)}
          </code>
        </span>
      </div>
      {warnings.map((warning) => (
        <p key={warning} class="small learn-bad">
          It seems to hold {HELD[warning]}. Edit it, or leave it out.
        </p>
      ))}
    </div>
  );
}

function some(labels: readonly Cells[]): string {
  return labels.slice(0, 2).map(cellsText).join("; ");
}

function percent(lines: number, all: number): string {
  return `${((100 * lines) / Math.max(1, all)).toFixed(1)} %`;
}

const PARTS = ["Section of the example", "Row of the example", "Seat of the example"];

const HELD: Record<CheckedExample["warnings"][number], string> = {
  email: "an e-mail address",
  orderNumber: "an order number",
  personName: "the name of a person",
};
