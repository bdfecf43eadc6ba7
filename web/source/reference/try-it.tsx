// "Try it": fields for an operation's parameters and body, the request, and what came back.
import { useEffect, useId, useRef, useState } from "preact/hooks";

import { Confirm } from "../design/dialog";
import { PlayIcon } from "../design/icons";
import { CodeBlock } from "./code-block";
import { useCredential } from "./credentials";
import type { Entry, OpenApiDocument, Parameter } from "./openapi-document";
import {
  credentialOf,
  curlOf,
  fieldOf,
  initialValues,
  isHarmless,
  missingParameters,
  placeholderOf,
  sendsFile,
  type TryRequest,
  type TryValues,
  tryRequest,
} from "./try-request";
import { send, type TryResponse } from "./try-response";

type TryItProps = { openapi: OpenApiDocument; entry: Entry };

export function TryIt(props: TryItProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="try" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <PlayIcon /> Try it
      </summary>
      {isOpen && <TryForm {...props} />}
    </details>
  );
}

type Outcome = { curl: string; response: TryResponse | null; failure: string | null };

function TryForm({ openapi, entry }: TryItProps) {
  const kind = credentialOf(entry);
  const [credential, setCredential] = useCredential(kind);
  const [values, setValues] = useState<TryValues>(() => initialValues(entry));
  const [fault, setFault] = useState("");
  const [asked, setAsked] = useState<TryRequest | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const pictureUrl = outcome?.response?.pictureUrl;
  useEffect(() => () => void (pictureUrl && URL.revokeObjectURL(pictureUrl)), [pictureUrl]);

  const prepare = () => {
    const missing = missingParameters(entry, values);
    if (missing.length > 0) return setFault(`Fill in ${missing.join(", ")} first.`);
    if (sendsFile(entry) && values.file === null) return setFault("Choose a file first.");
    setFault("");
    const request = tryRequest(openapi.servers[0].url, entry, values);
    if (isHarmless(entry)) void run(request);
    else setAsked(request);
  };

  const run = async (request: TryRequest) => {
    setAsked(null);
    setBusy(true);
    running.current = new AbortController();
    const curl = curlOf(request, credential === "" ? null : kind);
    try {
      setOutcome({ curl, response: await send(request, credential, running.current.signal), failure: null });
    } catch {
      setOutcome({ curl, response: null, failure: "No response arrived. Is the service running?" });
    }
    setBusy(false);
  };

  return (
    <form
      class="try-form"
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        prepare();
      }}
    >
      <CredentialField kind={kind} value={credential} onChange={setCredential} />
      {(entry.operation.parameters ?? []).map((parameter) => (
        <ParameterField
          key={fieldOf(parameter)}
          parameter={parameter}
          placeholder={placeholderOf(openapi, parameter)}
          value={values.parameters[fieldOf(parameter)] ?? ""}
          onChange={(value) =>
            setValues({ ...values, parameters: { ...values.parameters, [fieldOf(parameter)]: value } })
          }
        />
      ))}
      <BodyField entry={entry} values={values} onChange={setValues} />
      {fault !== "" && (
        <p class="field-error" role="alert">
          {fault}
        </p>
      )}
      <div>
        <button type="submit" class="button button-primary" disabled={isBusy}>
          {isBusy ? "Waiting…" : `Send ${entry.method}`}
        </button>
      </div>
      <div aria-live="polite">
        {outcome !== null && <OutcomeView outcome={outcome} id={entry.operation.operationId} />}
      </div>
      {asked !== null && (
        <Confirm
          title={`Send ${asked.method}?`}
          action={`Send ${asked.method}`}
          isDanger={asked.method === "DELETE"}
          onConfirm={() => void run(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            “{entry.operation.summary}” changes data of the service at <code>{new URL(asked.url).host}</code>.
          </p>
          <p>
            <code class="try-address">{new URL(asked.url).pathname}</code>
          </p>
        </Confirm>
      )}
    </form>
  );
}

type CredentialFieldProps = { kind: "KEY" | "TOKEN"; value: string; onChange: (value: string) => void };

function CredentialField({ kind, value, onChange }: CredentialFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {kind === "KEY" ? "Secret key or session token" : "The session's token"}
      </label>
      <input
        id={id}
        class="input mono"
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder={kind === "KEY" ? "sk_live_..." : "st_..."}
        aria-describedby={`${id}-help`}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <p class="field-help" id={`${id}-help`}>
        Stays in the memory of this page, for all operations. Loading the page again clears it.
      </p>
    </div>
  );
}

type ParameterFieldProps = {
  parameter: Parameter;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
};

function ParameterField({ parameter, placeholder, value, onChange }: ParameterFieldProps) {
  const id = useId();
  const choices = parameter.schema.enum;
  return (
    <div class="field">
      <label class="field-label" for={id}>
        <code>{parameter.name}</code>{" "}
        <small>
          {parameter.in}
          {parameter.required && ", required"}
        </small>
      </label>
      {choices === undefined ? (
        <input
          id={id}
          class="input"
          autocomplete="off"
          spellcheck={false}
          placeholder={placeholder}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <select id={id} class="input" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">not sent</option>
          {choices.map((choice) => (
            <option key={String(choice)} value={String(choice)}>
              {String(choice)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

type BodyFieldProps = { entry: Entry; values: TryValues; onChange: (values: TryValues) => void };

function BodyField({ entry, values, onChange }: BodyFieldProps) {
  const id = useId();
  const body = entry.operation.requestBody;
  if (body === undefined) return null;
  return (
    <div class="field">
      <label class="field-label" for={id}>
        Body {!body.required && <small>optional</small>}
      </label>
      {sendsFile(entry) ? (
        <input
          id={id}
          class="input"
          type="file"
          accept={Object.keys(body.content).join(",")}
          onChange={(event) => onChange({ ...values, file: event.currentTarget.files?.[0] ?? null })}
        />
      ) : (
        <textarea
          id={id}
          class="input mono"
          rows={Math.min(16, values.body.split("\n").length + 1)}
          spellcheck={false}
          value={values.body}
          onInput={(event) => onChange({ ...values, body: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

function OutcomeView({ outcome: { curl, response, failure }, id }: { outcome: Outcome; id: string }) {
  return (
    <div class="try-outcome">
      {failure !== null && <p class="note note-danger">{failure}</p>}
      {response !== null && (
        <>
          <p class="try-status">
            <span class={`badge ${response.status < 400 ? "badge-good" : "badge-danger"}`}>
              {response.status} {response.statusText}
            </span>{" "}
            {response.milliseconds} ms
          </p>
          <details>
            <summary>{response.headers.length} headers</summary>
            <dl class="try-headers">
              {response.headers.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </details>
          {response.pictureUrl !== null && <img src={response.pictureUrl} alt="What was returned" />}
          {response.text && <CodeBlock title="Body" name={`Body of the response of ${id}`} text={response.text} />}
          {response.isCut && <p class="field-help">The body is longer; this is its beginning.</p>}
        </>
      )}
      <CodeBlock title="Sent, without the key" name={`The request of ${id} for curl`} text={curl} />
    </div>
  );
}
