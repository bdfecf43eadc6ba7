// What happens to a sales file: it is opened, read in slices, and searched for rules. Accepted rules wait to be stored.
import type { Client } from "@seatpreview/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { messageOf } from "../../shell/error-message";
import { toApiProblem } from "../../shell/use-request";
import type { DraftSaver } from "../../venues/draft-saver";
import type { Rule } from "../draft";
import { FileRefusal } from "./file-pieces";
import { type Cells, LabelGroups } from "./label-groups";
import { type LearnedExample, seatKeysIn, triedRules, withLearned } from "./learned-draft";
import {
  type CheckedExample,
  cellsOf,
  expectedOf,
  type Found as FoundRules,
  GROUPS_MAX,
  labelOf,
  type Proposal,
  RuleSearch,
} from "./rule-search";
import { type ChosenColumns, countLines, openSalesFile, type Preview, previewOf, type SalesFile } from "./sales-file";

/** A label that may be stored as an example, as the person has edited it. */
export type OfferedExample = Omit<CheckedExample, "label"> & { id: number; cells: Cells; isKept: boolean };

export type AcceptedRule = { rule: Rule; examples: OfferedExample[] };

export type Learning =
  | { stage: "choose" }
  | { stage: "columns"; sales: SalesFile; sheet: string; preview: Preview }
  | { stage: "working"; sentence: string; share: number | null }
  | {
      stage: "found";
      groups: LabelGroups;
      search: RuleSearch;
      /** What the groups resolve to with the accepted rules, and rules that would help. */
      found: FoundRules;
      accepted: AcceptedRule[];
      leftOut: Rule[];
      isSearching: boolean;
      /** How many rules and examples were added to the draft; null before. */
      stored: { rules: number; examples: number } | null;
    };

type Found = Extract<Learning, { stage: "found" }>;

let lastId = 0;

export function useLearning(api: Client, saver: DraftSaver) {
  const [learning, setLearning] = useState<Learning>({ stage: "choose" });
  const [failure, setFailure] = useState<string | null>(null);
  const control = useRef(new AbortController());
  useEffect(() => () => control.current.abort(), []);

  /** Runs a step. What goes wrong is told, and leads back to the stage `after`. */
  const step = async (run: (signal: AbortSignal) => Promise<void>, after?: Learning) => {
    setFailure(null);
    const { signal } = control.current;
    try {
      await run(signal);
    } catch (thrown) {
      if (signal.aborted) return;
      setFailure(thrown instanceof FileRefusal ? thrown.message : toApiProblem(thrown).detail || messageOf(thrown));
      if (after !== undefined) setLearning(after);
    }
  };

  const restart = () => {
    control.current.abort();
    control.current = new AbortController();
    setFailure(null);
    setLearning({ stage: "choose" });
  };

  const show = async (sales: SalesFile, sheet: string, hasHeader?: boolean) =>
    setLearning({ stage: "columns", sales, sheet, preview: await previewOf(sales, sheet, hasHeader) });

  const choose = (file: File) =>
    step(
      async () => {
        setLearning({ stage: "working", sentence: `Opening ${file.name}`, share: 0 });
        const sales = await openSalesFile(file);
        await show(sales, sales.sheets[0] ?? "");
      },
      { stage: "choose" },
    );

  const read = (columns: ChosenColumns) => {
    if (learning.stage !== "columns") return Promise.resolve();
    const { sales, sheet, preview } = learning;
    return step(async (signal) => {
      const groups = new LabelGroups();
      const onLines = (share: number, lines: number) =>
        setLearning({ stage: "working", sentence: `Reading: ${lines.toLocaleString()} lines`, share });
      onLines(0, 0);
      await countLines(sales, sheet, columns, preview.hasHeader, groups, onLines, signal);
      if (groups.size === 0) throw new FileRefusal("The chosen column has no labels. Choose another one.");
      const { record } = saver.document;
      if (seatKeysIn(record) === null)
        throw new FileRefusal("The draft has faults in rules.seatKeys. Mend them first.");
      const { venue } = saver.stored.value;
      const tried = triedRules(record, venue.rules.layout);
      const search = new RuleSearch(api, venue.venueId, groups.mostFrequent(GROUPS_MAX), tried, signal);
      setLearning({ stage: "working", sentence: "Looking for rules", share: null });
      const found = await search.find([], []);
      const none = { accepted: [], leftOut: [], isSearching: false, stored: null };
      setLearning({ stage: "found", groups, search, found, ...none });
    }, learning);
  };

  const change = (next: (found: Found) => Partial<Found>) =>
    setLearning((now) => (now.stage === "found" ? { ...now, ...next(now) } : now));

  /** Looks for rules again, with one more that is accepted or left out. */
  const decide = ({ rule, examples }: Proposal, isAccepted: boolean) => {
    if (learning.stage !== "found") return Promise.resolve();
    const { search } = learning;
    const leftOut = isAccepted ? learning.leftOut : [...learning.leftOut, rule];
    const rules = [...learning.accepted.map((each) => each.rule), ...(isAccepted ? [rule] : [])];
    change(() => ({ isSearching: true }));
    return step(async () => {
      const added = isAccepted ? [{ rule, examples: await offered(search, examples, rules) }] : [];
      const found = await search.find(rules, leftOut);
      change(({ accepted }) => ({ found, leftOut, accepted: [...accepted, ...added], stored: null }));
    }).finally(() => change(() => ({ isSearching: false })));
  };
  const accept = (proposal: Proposal) => decide(proposal, true);
  const leaveOut = (proposal: Proposal) => decide(proposal, false);

  const changeExample = (next: OfferedExample) =>
    change(({ accepted }) => ({
      accepted: accepted.map(({ rule, examples }) => ({
        rule,
        examples: examples.map((each) => (each.id === next.id ? next : each)),
      })),
      stored: null,
    }));

  /** Finds out what an edited example resolves to, and what it seems to hold. */
  const resolveExample = (example: OfferedExample) => {
    if (learning.stage !== "found") return Promise.resolve();
    const rules = learning.accepted.map(({ rule }) => rule);
    return step(async () => {
      const [checked] = await learning.search.check([example.cells], rules);
      if (checked !== undefined) changeExample({ ...example, keys: checked.keys, warnings: checked.warnings });
    });
  };

  /** Adds what was accepted to the draft, which is then saved as any other change of it. */
  const store = () => {
    if (learning.stage !== "found") return Promise.resolve();
    return step(async () => {
      const rules = learning.accepted.map(({ rule }) => rule);
      const examples = learning.accepted.flatMap((each) => each.examples.filter(({ isKept }) => isKept)).map(exampleOf);
      const { designer } = saver.document;
      designer.replace(withLearned(saver.document.record, rules, examples), "Add learned label rules");
      await saver.save();
      change(() => ({ stored: { rules: rules.length, examples: examples.length } }));
    });
  };

  return {
    learning,
    failure,
    choose,
    show,
    read,
    accept,
    leaveOut,
    changeExample,
    resolveExample,
    store,
    restart,
    step,
  };
}

/** The examples of a proposal. Where the file does not state the seat, it is the one that all accepted rules lead to. */
async function offered(
  search: RuleSearch,
  examples: readonly CheckedExample[],
  rules: readonly Rule[],
): Promise<OfferedExample[]> {
  const checked = await search.check(
    examples.map(({ label }) => cellsOf(label)),
    rules,
  );
  return examples.map(({ label, ...example }, at) => ({
    ...example,
    id: ++lastId,
    cells: cellsOf(label),
    keys: example.isStated ? example.keys : (checked[at]?.keys ?? []),
    isKept: true,
  }));
}

function exampleOf({ cells, keys }: OfferedExample): LearnedExample {
  return { label: labelOf(cells), expect: expectedOf(keys) } as LearnedExample;
}
