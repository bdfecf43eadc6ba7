// The part of the rules tab that learns rules from a sales file, which stays on the person's computer.
import type { Client } from "@seatpreview/client";
import { UploadIcon } from "../../../design/icons";
import { ProgressLine } from "../../shell/progress-line";
import type { DraftSaver } from "../../venues/draft-saver";
import { FileDrop } from "../../venues/file-drop";
import { AcceptedRules, GroupList, ProposalList } from "./found-rules";
import { LabelColumns } from "./label-columns";
import { type Learning, useLearning } from "./use-learning";
import "./learn.css";

export function LearnPanel({ api, saver }: { api: Client; saver: DraftSaver }) {
  const state = useLearning(api, saver);
  const { learning, failure } = state;
  return (
    <section class="card panel learn-panel" aria-labelledby="learn-title">
      <div class="panel-head">
        <h2 id="learn-title">Learn from a sales file</h2>
        {learning.stage !== "choose" && (
          <button type="button" class="button button-small" onClick={state.restart}>
            {learning.stage === "working" ? "Cancel" : "Choose another file"}
          </button>
        )}
      </div>
      {failure !== null && (
        <p class="note note-danger" role="alert">
          {failure}
        </p>
      )}
      {learning.stage === "choose" && <ChooseFile onFile={(file) => void state.choose(file)} />}
      {learning.stage === "columns" && (
        <>
          {learning.sales.isWindows1252 && (
            <p class="note note-warn">The text is not UTF-8. It is read as Windows-1252: check letters with accents.</p>
          )}
          <LabelColumns
            key={`${learning.sheet} ${learning.preview.hasHeader}`}
            preview={learning.preview}
            sheets={learning.sales.sheets}
            sheet={learning.sheet}
            onSheet={(sheet) => void state.step(() => state.show(learning.sales, sheet))}
            onHeader={(hasHeader) => void state.step(() => state.show(learning.sales, learning.sheet, hasHeader))}
            onRead={(columns) => void state.read(columns)}
          />
        </>
      )}
      {learning.stage === "working" && <ProgressLine sentence={learning.sentence} share={learning.share} />}
      {learning.stage === "found" && (
        <>
          <GroupList learning={learning} />
          <ProposalList
            proposals={learning.found.data}
            isBusy={learning.isSearching}
            onAccept={(proposal) => void state.accept(proposal)}
            onLeaveOut={(proposal) => void state.leaveOut(proposal)}
          />
          <AcceptedRules
            accepted={learning.accepted}
            onExample={state.changeExample}
            onEdited={(example) => void state.resolveExample(example)}
          />
          <Store learning={learning} onStore={() => void state.store()} onPublish={() => void saver.publish()} />
        </>
      )}
    </section>
  );
}

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  return (
    <FileDrop class="drop import-drop" isDisabled={false} onFiles={([file]) => file !== undefined && onFile(file)}>
      <label class="button drop-choose">
        <UploadIcon /> Choose a file
        <input
          class="visually-hidden"
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (file !== undefined) onFile(file);
          }}
        />
      </label>
      <p class="soft small">
        Tickets that were sold: CSV or XLSX, with a column for the label. The file stays on this computer. Of the
        columns that you choose, a few labels of each kind are sent, and nothing is stored before you add it to the
        draft.
      </p>
    </FileDrop>
  );
}

type StoreProps = {
  learning: Extract<Learning, { stage: "found" }>;
  onStore: () => void;
  onPublish: () => void;
};

function Store({ learning: { accepted, stored, isSearching }, onStore, onPublish }: StoreProps) {
  if (accepted.length === 0) return null;
  const examples = accepted.reduce((sum, each) => sum + each.examples.filter(({ isKept }) => isKept).length, 0);
  if (stored !== null) {
    return (
      <div class="row" role="status">
        <span>
          The draft has {counted(stored.rules, "rule")} and {counted(stored.examples, "example")} more. Buyers see
          nothing of it yet.
        </span>
        <button type="button" class="button button-small button-primary" onClick={onPublish}>
          Publish...
        </button>
      </div>
    );
  }
  return (
    <div class="row">
      <button type="button" class="button button-primary" disabled={isSearching} onClick={onStore}>
        Add {counted(accepted.length, "rule")} and {counted(examples, "example")} to the draft
      </button>
    </div>
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
