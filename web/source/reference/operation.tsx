// One operation: what it is for, who may call it, what it takes and returns, with samples beside it.
import { AnchorHeading } from "./anchor-heading";
import { CodeBlock, Samples } from "./code-block";
import {
  contentOf,
  type Entry,
  entriesOf,
  type OpenApiDocument,
  type Operation,
  type ProblemExample,
  problemsOf,
  resolved,
  successOf,
} from "./openapi-document";
import { Prose } from "./prose";
import { addressOf } from "./routes";
import { Member, Members, TypeWords } from "./schema-words";
import { TryIt } from "./try-it";

type OperationProps = { openapi: OpenApiDocument; entry: Entry };

export function OperationArticle({ openapi, entry }: OperationProps) {
  const { operation, group } = entry;
  const id = operation.operationId;
  const [status, response] = successOf(operation);
  const example = contentOf(response)?.example;
  return (
    <article id={id} class="operation" aria-label={operation.summary}>
      <div class="operation-words">
        <AnchorHeading level={2} title={operation.summary} address={addressOf(group, id)} />
        <p class="operation-path">
          <Method name={entry.method} /> <code>{entry.path}</code>
        </p>
        <Facts operation={operation} />
        {operation.description && (
          <p>
            <Prose text={operation.description} />
          </p>
        )}
        <Parameters operation={operation} />
        <Body openapi={openapi} operation={operation} />
        <Result operation={operation} />
        <Problems openapi={openapi} operation={operation} />
      </div>
      <div class="operation-samples">
        <Samples samples={operation["x-codeSamples"]} of={id} />
        <TryIt key={id} openapi={openapi} entry={entry} />
        {example !== undefined && (
          <CodeBlock title={`Response ${status}`} name={`Response of ${id}`} text={JSON.stringify(example, null, 2)} />
        )}
      </div>
    </article>
  );
}

export function Method({ name }: { name: string }) {
  return <span class={`method method-${name.toLowerCase()}`}>{name}</span>;
}

function Facts({ operation }: { operation: Operation }) {
  const groups = operation["x-groups"] ?? [];
  return (
    <ul class="facts">
      <li>
        <code>{operation.operationId}</code>
      </li>
      <li>
        for <b>{operation["x-needs"]}</b>
      </li>
      {groups.length > 0 && (
        <li title="What a key that is limited to groups needs">
          key group {groups.map((group, position) => [position > 0 && " or ", <code key={group}>{group}</code>])}
        </li>
      )}
      {operation["x-extension"] && (
        <li class="extension" title="An addition to the interface">
          extension
        </li>
      )}
      {operation.deprecated && <li class="deprecated">deprecated</li>}
    </ul>
  );
}

function Parameters({ operation }: { operation: Operation }) {
  const parameters = operation.parameters ?? [];
  if (parameters.length === 0) return null;
  return (
    <>
      <h3>Parameters</h3>
      <dl class="members">
        {parameters.map((parameter) => (
          <Member
            key={parameter.in + parameter.name}
            name={parameter.name}
            schema={parameter.schema}
            notes={[
              parameter.required ? `${parameter.in}, required` : parameter.in,
              parameter.deprecated && "deprecated",
            ]}
            description={parameter.description}
          />
        ))}
      </dl>
    </>
  );
}

function Body({ openapi, operation }: { openapi: OpenApiDocument; operation: Operation }) {
  const body = operation.requestBody;
  const content = body && contentOf(body);
  if (body === undefined || content === undefined) return null;
  return (
    <>
      <h3>
        Body <small>{body.required ? "required" : "optional"}</small>
      </h3>
      {content.schema.format === "binary" ? (
        <p>
          The file itself, as <CodeList texts={Object.keys(body.content)} />.
        </p>
      ) : (
        <Members schema={resolved(openapi, content.schema)} />
      )}
    </>
  );
}

function Result({ operation }: { operation: Operation }) {
  const [status, response] = successOf(operation);
  const content = contentOf(response);
  const statuses = Object.keys(operation.responses);
  return (
    <>
      <h3>Response {status}</h3>
      <p>
        {response.description},{" "}
        {content === undefined ? (
          "without a body"
        ) : content.schema.format === "binary" ? (
          <>
            with a file, <CodeList texts={Object.keys(response.content ?? {})} />
          </>
        ) : (
          <>
            with <TypeWords schema={content.schema} />
          </>
        )}
        , and the headers <CodeList texts={Object.keys(response.headers ?? {})} />.
        {statuses.includes("304") && (
          <>
            {" "}
            With <code>If-None-Match</code> it is 304 if nothing has changed.
          </>
        )}
      </p>
    </>
  );
}

/** Problems in the operation's words. Problems that every operation describes alike are only named. */
function Problems({ openapi, operation }: { openapi: OpenApiDocument; operation: Operation }) {
  const common = commonDetails(openapi);
  const problems = problemsOf(operation);
  return (
    <>
      <h3>Problems</h3>
      <dl class="problems">
        {problems
          .filter((problem) => !common.has(problem.detail))
          .map((problem) => (
            <div key={problem.code}>
              <dt>
                {problem.status} <ProblemLink problem={problem} />
              </dt>
              <dd>{problem.detail}</dd>
            </div>
          ))}
      </dl>
      <p class="problems">
        As everywhere:{" "}
        {problems
          .filter((problem) => common.has(problem.detail))
          .map((problem, position) => [position > 0 && ", ", <ProblemLink key={problem.code} problem={problem} />])}
      </p>
    </>
  );
}

const commonDetailsOf = new WeakMap<OpenApiDocument, ReadonlySet<string>>();

function commonDetails(openapi: OpenApiDocument): ReadonlySet<string> {
  const known = commonDetailsOf.get(openapi);
  if (known !== undefined) return known;
  const sets = entriesOf(openapi).map(({ operation }) => new Set(problemsOf(operation).map(({ detail }) => detail)));
  const common = new Set([...(sets[0] ?? [])].filter((detail) => sets.every((set) => set.has(detail))));
  commonDetailsOf.set(openapi, common);
  return common;
}

function ProblemLink({ problem }: { problem: ProblemExample }) {
  return (
    <a href={addressOf("problems", `problem-${problem.code}`)}>
      <code>{problem.code}</code>
    </a>
  );
}

function CodeList({ texts }: { texts: readonly string[] }) {
  return texts.map((text, position) => [position > 0 && ", ", <code key={text}>{text}</code>]);
}
