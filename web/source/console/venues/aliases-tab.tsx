// The aliases tab: other names for the venue, its sections and rows.

import type { Client, components, Problem } from "@seatpreview/client";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { CloseIcon, PlusIcon } from "../../design/icons";
import type { Plan } from "../../plan/plan";
import { type Column, DataTable } from "../shell/data-table";
import { Suggestions } from "../shell/form-fields";
import { refusalOf } from "../shell/permissions";
import { Refusal } from "../shell/permitted";
import { faultsOf, ProblemNotice } from "../shell/problem-notice";
import { SAVE_KEYS } from "../shell/save-shortcut";
import { type CallerInfo, isAdmin } from "../shell/screen-props";
import { ScrollRegion } from "../shell/scroll-region";
import { showToast } from "../shell/toasts";
import { useUnsavedChanges } from "../shell/unsaved-changes";
import { useAction } from "../shell/use-request";
import { type StoredVenue, storedVenue } from "./record";

type Alias = components["schemas"]["Alias"];
type Line = { id: number; name: string; section: string; row: string };

const LINES_MAX = 500;
let lastId = 0;

export function AliasTab(props: {
  api: Client;
  stored: StoredVenue;
  onStored: (stored: StoredVenue) => void;
  isOwner: boolean;
  caller: CallerInfo;
  plan: Plan;
}) {
  const { api, plan, caller } = props;
  const { venue } = props.stored;
  const [lines, setLines] = useState<Line[]>(() => linesOf(venue.aliases));
  const isChanged = JSON.stringify(aliasesOf(lines)) !== JSON.stringify(aliasesOf(linesOf(venue.aliases)));
  useUnsavedChanges(isChanged);
  const saving = useAction(async () => {
    const whose = isAdmin(caller) ? { tenantId: venue.tenantId } : {};
    await api.venues.replaceAliases(venue.venueId, { aliases: aliasesOf(lines) }, whose);
    const saved = await api.venues.get(venue.venueId);
    props.onStored(storedVenue(saved));
    setLines(linesOf(saved.aliases));
    showToast("The aliases were saved");
  });
  const change = (id: number, members: Partial<Line>) =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...members } : line)));
  const refusal = refusalOf(caller, "replaceAliases", { venue });
  const addButton = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<number | null>(null);
  const add = () => {
    setAdded(++lastId);
    setLines([...lines, { id: lastId, name: "", section: "", row: "" }]);
  };
  const remove = (id: number) => {
    setLines(lines.filter((line) => line.id !== id));
    // The button that had the focus is gone.
    addButton.current?.focus();
  };

  return (
    <form
      class="card panel"
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run();
      }}
    >
      <p>
        {props.isOwner
          ? "Other names for the venue, a section or a row, as labels and requests may write them."
          : "Your own names for this venue. Your requests know them first, and nobody else sees them."}{" "}
        Without a section, an alias names the venue itself.
      </p>
      {refusal !== null && <Refusal reason={refusal} />}
      <ProblemNotice problem={saving.problem} fieldPointers={pointersShownInTable(saving.problem)} />
      {lines.length === 0 ? (
        <p class="soft">
          No aliases yet.
          {refusal === null && " Add one where your ticketing system calls a part of the venue by another name."}
        </p>
      ) : (
        <AliasTable
          lines={lines.slice(0, LINES_MAX)}
          plan={plan}
          problem={saving.problem}
          isReadOnly={refusal !== null}
          focused={added}
          onChange={change}
          onRemove={remove}
        />
      )}
      {lines.length > LINES_MAX && (
        <p class="soft small">
          Only the first {LINES_MAX} are shown here; all of them are in the record. Add more there.
        </p>
      )}
      {refusal === null && (
        <div class="row">
          <button type="button" class="button" ref={addButton} disabled={lines.length >= LINES_MAX} onClick={add}>
            <PlusIcon /> Add alias
          </button>
          <button
            type="submit"
            class="button button-primary"
            disabled={!isChanged || saving.isBusy}
            aria-keyshortcuts={SAVE_KEYS}
          >
            Save aliases
          </button>
        </div>
      )}
    </form>
  );
}

type NumberedLine = Line & { number: number; faults: string[] };

function AliasTable(props: {
  lines: Line[];
  plan: Plan;
  problem: Problem | undefined;
  isReadOnly: boolean;
  /** The id of a line that was just added. Its name takes the focus. */
  focused: number | null;
  onChange: (id: number, members: Partial<Line>) => void;
  onRemove: (id: number) => void;
}) {
  const id = useId();
  const { plan, problem, isReadOnly, focused, onChange } = props;
  const table = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (focused !== null) table.current?.querySelector<HTMLElement>(`[data-line="${focused}"]`)?.focus();
  }, [focused]);
  const rows = props.lines.map((line, index): NumberedLine => {
    return { ...line, number: index + 1, faults: faultsOf(problem, `/aliases/${index}`, true) };
  });
  const input = (member: AliasInputProps["member"], label: string, more: Partial<AliasInputProps> = {}) => {
    return (line: NumberedLine) => (
      <AliasInput
        {...more}
        member={member}
        label={label}
        line={line}
        faultsId={`${id}-${line.id}`}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
    );
  };
  return (
    <div ref={table}>
      <ScrollRegion label="Aliases">
        <DataTable
          class="alias-table"
          rows={rows}
          rowKey={(line) => line.id}
          columns={[
            {
              name: "Name",
              cell: (line) => (
                <>
                  {input("name", "Name")(line)}
                  {line.faults.length > 0 && (
                    <p class="field-error" id={`${id}-${line.id}`}>
                      {line.faults.join(" ")}
                    </p>
                  )}
                </>
              ),
            },
            {
              name: "Section",
              cell: input("section", "Section", { placeholder: "the venue", list: `${id}-sections` }),
            },
            { name: "Row", cell: input("row", "Row", { placeholder: "all" }) },
            ...(isReadOnly ? [] : [removeColumn(props.onRemove)]),
          ]}
        />
        <Suggestions
          id={`${id}-sections`}
          suggestions={plan.sections.slice(0, 1000).map((section) => ({ value: section.id, label: section.name }))}
        />
      </ScrollRegion>
    </div>
  );
}

function removeColumn(onRemove: (id: number) => void): Column<NumberedLine> {
  return {
    name: "Actions",
    isNameHidden: true,
    cell: (line) => (
      <button
        type="button"
        class="button button-small button-quiet"
        aria-label={`Remove alias ${line.name || line.number}`}
        onClick={() => onRemove(line.id)}
      >
        <CloseIcon />
      </button>
    ),
  };
}

type AliasInputProps = {
  member: "name" | "section" | "row";
  label: string;
  line: NumberedLine;
  faultsId: string;
  isReadOnly: boolean;
  placeholder?: string;
  /** The id of the element with suggested values. */
  list?: string;
  onChange: (id: number, members: Partial<Line>) => void;
};

function AliasInput(props: AliasInputProps) {
  const { member, label, line, faultsId, isReadOnly, placeholder = "", list, onChange } = props;
  return (
    <input
      {...(line.faults.length > 0 ? { "aria-invalid": "true" as const, "aria-describedby": faultsId } : {})}
      {...(member === "name" ? { "data-line": line.id } : {})}
      class={member === "name" ? "input" : "input mono"}
      readOnly={isReadOnly}
      aria-label={`${label} of alias ${line.number}`}
      value={line[member]}
      placeholder={placeholder}
      autocomplete="off"
      {...(list === undefined ? {} : { list })}
      onInput={(event) => onChange(line.id, { [member]: event.currentTarget.value })}
    />
  );
}

function linesOf(aliases: readonly Alias[]): Line[] {
  return aliases.map(({ name, section, row }) => ({ id: ++lastId, name, section: section ?? "", row: row ?? "" }));
}

function aliasesOf(lines: readonly Line[]): Alias[] {
  return lines.map(({ name, section, row }) => ({
    name,
    ...(section.trim() === "" ? {} : { section: section.trim() }),
    ...(row.trim() === "" ? {} : { row: row.trim() }),
  }));
}

function pointersShownInTable(problem: Problem | undefined): string[] {
  return problem?.errors.some((fault) => /^\/aliases\/\d/.test(fault.pointer ?? "")) ? ["/aliases"] : [];
}
