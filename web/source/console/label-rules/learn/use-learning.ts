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
import { exampleLabels, expectedOf, GROUPS_MAX, labelOf, type Proposal, RuleSearch } from "./rule-search";
import { type ChosenColumns, countLines, openSalesFile, type Preview, previewOf, type SalesFile } from "./sales-file";

/** A label that may be stored as an example, as the person has edited it. */
export type OfferedExample = { id: number; cells: Cells; keys: readonly string[]; isKept: boolean };

export type AcceptedRule = { rule: Rule; examples: OfferedExample[] };

export type Learning =
  | { stage: "choose" }
  | { stage: "columns"; sales: SalesFile; sheet: string; preview: Preview }
  | { stage: "working"; sentence: string; share: number }
  | {
      stage: "found";
      groups: LabelGroups;
      commonWords: ReadonlySet<string>;
      search: RuleSearch;
      proposals: Proposal[];
      accepted: AcceptedRule[];
      isJudging: boolean;
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
      const rules = await search.find((done, all) =>
        setLearning({
          stage: "working",
          sentence: `Looking for rules: ${done.toLocaleString()} of ${all.toLocaleString()} labels tried`,
          share: done / all,
        }),
      );
      const proposals = await search.judge(rules, []);
      const commonWords = groups.commonWords();
      const none = { accepted: [], isJudging: false, stored: null };
      setLearning({ stage: "found", groups, commonWords, search, proposals, ...none });
    }, learning);
  };

  const change = (next: (found: Found) => Partial<Found>) =>
    setLearning((now) => (now.stage === "found" ? { ...now, ...next(now) } : now));

  /** Judges the rules that are left, with the accepted ones in place. */
  const decide = (decided: Proposal, isAccepted: boolean) => {
    if (learning.stage !== "found") return Promise.resolve();
    const { search, accepted, proposals } = learning;
    const instead = isAccepted ? [] : search.nextAlternative(decided);
    const rest = proposals.flatMap((each) => (each === decided ? instead : [each.rule]));
    const before = accepted.map(({ rule }) => rule);
    change(() => ({ isJudging: true }));
    return step(async () => {
      const added = isAccepted ? [{ rule: decided.rule, examples: await offered(search, decided, before) }] : [];
      const left = await search.judge(rest, [...before, ...added.map(({ rule }) => rule)]);
      change((now) => ({ proposals: left, accepted: [...now.accepted, ...added], stored: null }));
    }).finally(() => change(() => ({ isJudging: false })));
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

  /** Finds out what an edited example resolves to. */
  const resolveExample = (example: OfferedExample) => {
    if (learning.stage !== "found") return Promise.resolve();
    const rules = learning.accepted.map(({ rule }) => rule);
    return step(async () => {
      const [outcome] = await learning.search.resolve([example.cells], rules);
      changeExample({ ...example, keys: outcome?.keys ?? [] });
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

async function offered(search: RuleSearch, proposal: Proposal, before: readonly Rule[]): Promise<OfferedExample[]> {
  const labels = exampleLabels(proposal);
  const outcomes = await search.resolve(
    labels.map(({ sample }) => sample.cells),
    [...before, proposal.rule],
  );
  return labels.map(({ sample, outcome }, at) => ({
    id: ++lastId,
    cells: sample.cells,
    keys: outcome?.expected ?? outcomes[at]?.keys ?? [],
    isKept: true,
  }));
}

function exampleOf({ cells, keys }: OfferedExample): LearnedExample {
  return { label: labelOf(cells), expect: expectedOf(keys) } as LearnedExample;
}
