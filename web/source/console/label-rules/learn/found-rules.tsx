// What was found in a sales file: groups of labels, rules to accept one by one, and the examples of accepted ones.
import { PlusIcon } from "../../../design/icons";
import { ScrollRegion } from "../../shell/scroll-region";
import { guessQuestion, meaningOf, type Rule, ruleText } from "../draft";
import { keysText } from "../expected-keys";
import { personalData } from "./personal-data";
import { cellsText, hasUnknownSeat, isRight, isWrong, linesOf, type Proposal, type SentLabel } from "./rule-search";
import type { AcceptedRule, Learning, OfferedExample } from "./use-learning";

type Found = Extract<Learning, { stage: "found" }>;

const GROUPS_SHOWN_MAX = 30;

export function GroupList({ found }: { found: Found }) {
  const { labels } = found.search;
  const all = linesOf(labels);
  const right = linesOf(labels.filter(isRight));
  const wrong = linesOf(labels.filter(isWrong));
  const unknown = labels.filter(hasUnknownSeat);
  const open = groupsOf(labels).filter((group) => !group.every(isRight));
  return (
    <section class="stack-small" aria-labelledby="learn-groups">
      <h3 id="learn-groups">Labels that need a rule</h3>
      <p role="status">
        {found.groups.lines.toLocaleString()} lines in {found.groups.size.toLocaleString()} groups.{" "}
        {percent(right, all)} resolve, {percent(wrong, all)} resolve to another seat than the file states,{" "}
        {percent(all - right - wrong, all)} do not resolve.
      </p>
      {unknown[0] !== undefined && (
        <p class="note note-warn">
          {unknown.length} of {labels.length} labels have a seat that is not in the venue, such as “
          {unknown[0].sample.seat}
          ”. It counts as not known. The column needs seat keys, or ids from the layout.
        </p>
      )}
      <LeftOut found={found} />
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
              {open.slice(0, GROUPS_SHOWN_MAX).map((group) => (
                <tr key={group[0]?.group.shape}>
                  <td>{group[0]?.group.lines.toLocaleString()}</td>
                  <td>
                    {group.filter(isRight).length} of {group.length}
                  </td>
                  <td>{group.filter(isWrong).length || ""}</td>
                  <td class="learn-label">{some(group.filter((label) => !isRight(label)))}</td>
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

function LeftOut({ found: { groups, search } }: { found: Found }) {
  const tried = groupsOf(search.labels).reduce((sum, [first]) => sum + (first?.group.lines ?? 0), 0);
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
              {proposal.isGuess && <Question rule={proposal.rule} alternatives={proposal.alternatives} />}
              <p>{ruleText(proposal.rule)}</p>
              <Effect verb="Gains" labels={proposal.gained} />
              <Effect verb="Corrects" labels={proposal.mended} />
              <Effect verb="Breaks" labels={proposal.broken} isBad />
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

function Effect({ verb, labels, isBad = false }: { verb: string; labels: SentLabel[]; isBad?: boolean }) {
  if (labels.length === 0) return null;
  return (
    <p class={isBad ? "small learn-bad" : "small soft"}>
      {verb} about {linesOf(labels).toLocaleString()} lines: {some(labels)}
    </p>
  );
}

export function AcceptedRules(props: {
  accepted: AcceptedRule[];
  commonWords: ReadonlySet<string>;
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
  commonWords: ReadonlySet<string>;
  onExample: (example: OfferedExample) => void;
  onEdited: (example: OfferedExample) => void;
};

function Example({ example, commonWords, onExample, onEdited }: ExampleProps) {
  const { cells, keys, isKept } = example;
  const text = cellsText(cells);
  const warnings = isKept ? personalData(text, commonWords) : [];
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
          It seems to hold {warning}. Edit it, or leave it out.
        </p>
      ))}
    </div>
  );
}

function groupsOf(labels: readonly SentLabel[]): SentLabel[][] {
  const groups = new Map<string, SentLabel[]>();
  for (const label of labels) {
    const group = groups.get(label.group.shape);
    if (group === undefined) groups.set(label.group.shape, [label]);
    else group.push(label);
  }
  return [...groups.values()];
}

function some(labels: readonly SentLabel[]): string {
  return labels
    .slice(0, 2)
    .map(({ sample }) => cellsText(sample.cells))
    .join("; ");
}

function percent(lines: number, all: number): string {
  return `${((100 * lines) / Math.max(1, all)).toFixed(1)} %`;
}

const PARTS = ["Section of the example", "Row of the example", "Seat of the example"];
