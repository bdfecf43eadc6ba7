// The aliases tab: other names for the venue, its sections and rows.
import { useId, useState } from "preact/hooks";

import type { ApiProblem, Client } from "../../api/client";
import type { components } from "../../api/schema";
import { CloseIcon, PlusIcon } from "../../design/icons";
import type { Plan } from "../../plan/plan";
import { faultsOf, ProblemNotice } from "../shell/problem-notice";
import { type CallerInfo, isAdmin } from "../shell/screen-props";
import { showToast } from "../shell/toasts";
import { useUnsavedChanges } from "../shell/unsaved-changes";
import { useAction } from "../shell/use-request";
import type { StoredVenue, Venue } from "./record";

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
    const query = isAdmin(caller) ? { tenantId: venue.tenantId } : {};
    const path = `/manage/venues/${venue.venueId}`;
    await api.put(`${path}/aliases`, { body: { aliases: aliasesOf(lines) }, query });
    const { data, etag } = await api.get<Venue>(path);
    props.onStored({ venue: data, etag });
    setLines(linesOf(data.aliases));
    showToast("The aliases were saved");
  });
  const change = (id: number, members: Partial<Line>) =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...members } : line)));
  const add = () => setLines([...lines, { id: ++lastId, name: "", section: "", row: "" }]);

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
      <ProblemNotice problem={saving.problem} fieldPointers={pointersShownInTable(saving.problem)} />
      {lines.length === 0 ? (
        <p class="soft">
          No aliases yet. Add one where your ticketing system calls a part of the venue by another name.
        </p>
      ) : (
        <AliasTable
          lines={lines.slice(0, LINES_MAX)}
          plan={plan}
          problem={saving.problem}
          onChange={change}
          onRemove={(id) => setLines(lines.filter((line) => line.id !== id))}
        />
      )}
      {lines.length > LINES_MAX && (
        <p class="soft small">Only the first {LINES_MAX} are shown here; all of them are in the record.</p>
      )}
      <div class="row">
        <button type="button" class="button" onClick={add}>
          <PlusIcon /> Add alias
        </button>
        <button type="submit" class="button button-primary" disabled={!isChanged || saving.isBusy}>
          Save aliases
        </button>
      </div>
    </form>
  );
}

function AliasTable(props: {
  lines: Line[];
  plan: Plan;
  problem: ApiProblem | undefined;
  onChange: (id: number, members: Partial<Line>) => void;
  onRemove: (id: number) => void;
}) {
  const id = useId();
  const { lines, plan, problem, onChange } = props;
  return (
    <div class="venues-scroll">
      <table class="table alias-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Section</th>
            <th scope="col">Row</th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => {
            const faults = faultsOf(problem, `/aliases/${index}`, true);
            const faulty = { "aria-invalid": "true" as const, "aria-describedby": `${id}-${line.id}` };
            const parts = faults.length > 0 ? faulty : {};
            const input = (member: "name" | "section" | "row", label: string, list?: string) => (
              <input
                {...parts}
                class={member === "name" ? "input" : "input mono"}
                aria-label={`${label} of alias ${index + 1}`}
                value={line[member]}
                placeholder={member === "name" ? "" : member === "section" ? "the venue" : "all"}
                autocomplete="off"
                {...(list === undefined ? {} : { list })}
                onInput={(event) => onChange(line.id, { [member]: event.currentTarget.value })}
              />
            );
            return (
              <tr key={line.id}>
                <td>
                  {input("name", "Name")}
                  {faults.length > 0 && (
                    <p class="field-error" id={`${id}-${line.id}`}>
                      {faults.join(" ")}
                    </p>
                  )}
                </td>
                <td>{input("section", "Section", `${id}-sections`)}</td>
                <td>{input("row", "Row")}</td>
                <td>
                  <button
                    type="button"
                    class="button button-small button-quiet"
                    aria-label={`Remove alias ${line.name || index + 1}`}
                    onClick={() => props.onRemove(line.id)}
                  >
                    <CloseIcon />
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <datalist id={`${id}-sections`}>
        {plan.sections.slice(0, 1000).map((section) => (
          <option key={section.id} value={section.id} label={section.name} />
        ))}
      </datalist>
    </div>
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

function pointersShownInTable(problem: ApiProblem | undefined): string[] {
  return problem?.errors.some((fault) => /^\/aliases\/\d/.test(fault.pointer ?? "")) ? ["/aliases"] : [];
}
