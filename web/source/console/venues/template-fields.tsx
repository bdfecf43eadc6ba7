// The fields that choose a template and a number of seats. The service computes the record, before anything is stored.
import type { Template, TemplateRecord } from "@seatpreview/client";
import { useEffect, useState } from "preact/hooks";
import { SelectField, TextField } from "../shell/form-fields";
import { ProblemNotice } from "../shell/problem-notice";
import type { ScreenProps } from "../shell/screen-props";
import { useRequest } from "../shell/use-request";

/** So long after the last key, the record for the typed number is asked for. */
const TYPING_MS = 300;

type Props = {
  api: ScreenProps["api"];
  /** Called with the record for the fields as they are; null until it is known, and for a number that is not possible. */
  onRecord: (sized: TemplateRecord | null) => void;
};

export function TemplateFields({ api, onRecord }: Props) {
  const templates = useRequest(async (signal) => (await api.templates.list({ signal })).data, []);
  const [id, setId] = useState<string>();
  const [typed, setTyped] = useState<string>();
  const template = templates.data?.find(({ templateId }) => templateId === id) ?? templates.data?.[0];
  const seats = typed ?? String(template?.seatsDefault ?? "");
  const fault = template === undefined ? null : faultOf(template, seats);
  const sized = useRequest(
    async (signal) => {
      if (template === undefined || fault !== null) return null;
      if (typed !== undefined) await pause(TYPING_MS);
      return signal.aborted ? null : api.templates.get(template.templateId, { seats: Number(seats) }, { signal });
    },
    [template, seats],
  );
  const record = sized.isLoading || sized.problem !== undefined ? null : (sized.data ?? null);
  useEffect(() => onRecord(record), [record]);

  if (template === undefined) return <ProblemNotice problem={templates.problem} />;
  return (
    <>
      <SelectField
        label="Template"
        help={template.description}
        value={template.templateId}
        onValue={(value) => {
          setId(value);
          setTyped(undefined);
        }}
        choices={(templates.data ?? []).map(({ templateId, name }) => ({ value: templateId, text: name }))}
      />
      <TextField
        label="Seats"
        help={`${count(template.seatsMin)} to ${count(template.seatsMax)}.`}
        value={seats}
        onValue={setTyped}
        inputMode="numeric"
        faults={fault === null ? [] : [fault]}
      />
      <ProblemNotice problem={sized.problem} />
    </>
  );
}

function faultOf({ seatsMin, seatsMax }: Template, seats: string): string | null {
  const isPossible = /^\d{1,6}$/.test(seats.trim()) && Number(seats) >= seatsMin && Number(seats) <= seatsMax;
  return isPossible ? null : `Must be a number from ${count(seatsMin)} to ${count(seatsMax)}.`;
}

function count(seats: number): string {
  return seats.toLocaleString("en");
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
