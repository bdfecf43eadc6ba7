// The state of an import: the file, the answers that a person has given, and what the service found in the file with them.
import type { Client, Problem, VenueImport } from "@seatpreview/client";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Plan } from "../../../plan/plan";
import { toApiProblem } from "../../shell/use-request";
import { shownPlan } from "../shown-plan";

/** Answers by the ids of their questions: ids of choices, or values. */
export type Answers = Readonly<Record<string, string>>;

export type PlanImport = {
  file: File | null;
  imported: VenueImport | null;
  plan: Plan | null;
  /** Why the map cannot be drawn. */
  planFault: string | null;
  /** Also those that are on their way. */
  answers: Answers;
  /** Why the last file or answer was not taken. What was found before it stays. */
  problem: Problem | undefined;
  /** What is being done with a file; null if nothing is. */
  working: { sentence: string; share: number | null } | null;
  take: (file: File) => void;
  /** Reads the file again with another answer to a question; with null, without one. */
  answer: (question: string, answer: string | null) => void;
};

type Sent = { file: File; answers: Answers };
type Read = Sent & { imported: VenueImport };

/** The venue, or its draft, that a plan is imported over. */
export type ImportTarget = { over: string; draft: boolean };

export function usePlanImport(
  api: Client,
  onRead: (imported: VenueImport) => void,
  target?: () => Promise<ImportTarget>,
): PlanImport {
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState<Problem>();
  const [working, setWorking] = useState<PlanImport["working"]>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  // The same, for what is pressed before the next render.
  const lastSent = useRef<Sent | null>(null);
  const control = useRef(new AbortController());
  useEffect(() => () => control.current.abort(), []);

  const setLastSent = (last: Sent | null) => {
    lastSent.current = last;
    setSent(last);
  };
  const send = async (file: File, answers: Answers, isNew: boolean) => {
    control.current.abort();
    control.current = new AbortController();
    const { signal } = control.current;
    setLastSent({ file, answers });
    setProblem(undefined);
    const reading = { sentence: `Reading “${file.name}”…`, share: null };
    setWorking(isNew ? { sentence: `Sending “${file.name}”…`, share: 0 } : reading);
    try {
      const imported: VenueImport = await api.venues.importFile(file, {
        name: file.name,
        answers: answersText(answers),
        ...(await target?.()),
        signal,
        onProgress: ({ sentBytes }) => {
          if (!signal.aborted && sentBytes >= file.size) setWorking(reading);
          else if (!signal.aborted && isNew)
            setWorking({ sentence: `Sending “${file.name}”…`, share: sentBytes / file.size });
        },
      });
      if (signal.aborted) return;
      setRead({ file, answers, imported });
      if (isNew) onRead(imported);
    } catch (failure) {
      if (signal.aborted) return;
      setLastSent(read);
      setProblem(toApiProblem(failure));
    }
    setWorking(null);
  };

  const shown = useMemo(() => (read === null ? null : shownPlan(read.imported.record)), [read]);
  return {
    file: read?.file ?? null,
    imported: read?.imported ?? null,
    plan: shown?.plan ?? null,
    planFault: shown?.fault ?? null,
    answers: sent?.answers ?? {},
    problem,
    working,
    take: (file) => void send(file, {}, true),
    answer: (question, answer) => {
      const last = lastSent.current;
      if (last === null) return;
      const { [question]: _, ...others } = last.answers;
      void send(last.file, answer === null ? others : { ...others, [question]: answer }, false);
    },
  };
}

function answersText(answers: Answers): string | undefined {
  const texts = Object.entries(answers).map(([question, answer]) => `${question}=${answer}`);
  return texts.length === 0 ? undefined : texts.join(";");
}
