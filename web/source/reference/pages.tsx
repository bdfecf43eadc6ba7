// The pages of the reference beside those of the groups' operations.
import { AnchorHeading } from "./anchor-heading";
import { CodeBlock } from "./code-block";
import { contentOf, entriesOf, nameOf, type OpenApiDocument, problemsOf, type Schema } from "./openapi-document";
import { Method, OperationArticle } from "./operation";
import { Prose } from "./prose";
import { addressOf, OTHER_PAGES, type Route } from "./routes";
import { Members, TypeWords } from "./schema-words";

type PageProps = { openapi: OpenApiDocument };

export function StartPage({ openapi }: PageProps) {
  const base = openapi.servers[0].url;
  return (
    <>
      <h1>
        {openapi.info.title} API <small>{openapi.info.version}</small>
      </h1>
      <p class="lead">{openapi.info.summary}</p>
      <p>
        <Prose text={openapi.info.description} />
      </p>
      <section id="start" class="start">
        <AnchorHeading level={2} title="A first request" address={addressOf("", "start")} />
        <p>
          Every path is below the base address <code>{base}</code>. Ask who you are: it is the quickest way to see
          whether a key works.
        </p>
        <CodeBlock
          title="Shell"
          name="A first request"
          text={`export KEY=sk_live_...\ncurl "${base}/caller" \\\n  -H "Authorization: Bearer $KEY"`}
        />
        <p>
          The demo prints its keys at its first start: samples with <code>KEY</code> need the one called Tenant key.{" "}
          <a href={addressOf("authentication")}>How to authenticate</a> says what else a request may present. Programs
          read the <a href={`${new URL(base).pathname}/openapi.json`}>OpenAPI document</a>.
        </p>
      </section>
      <section id="samples">
        <AnchorHeading level={2} title="The samples" address={addressOf("", "samples")} />
        <p>
          Each operation has samples for the demo's venue <code>harbour</code>. They read keys and ids from variables;
          set the key once, and paste.
        </p>
        <ul>
          <li>Shell needs curl, and nothing of this project.</li>
          <li>
            Python needs the package <code>seatpreview_client</code>:{" "}
            <a href="/guide/python.html">how to install it, and a server in Python</a>.
          </li>
          <li>
            TypeScript needs the package <code>@seatpreview/client</code>:{" "}
            <a href="/guide/typescript.html">how to install it, and a server in TypeScript</a>. The samples are ES
            modules: save them as <code>.mts</code>, or in a project with <code>"type": "module"</code>.
          </li>
        </ul>
      </section>
      <section>
        <h2>Operations</h2>
        <ul class="overview">
          {openapi["x-client-groups"].map((group) => (
            <li key={group.name} class="card">
              <h3>
                <a href={addressOf(group.name)}>{group.title}</a>
              </h3>
              <p>{group.description}</p>
              <ul>
                {entriesOf(openapi)
                  .filter((entry) => entry.group === group.name)
                  .map(({ method, operation }) => (
                    <li key={operation.operationId}>
                      <Method name={method} />{" "}
                      <a href={addressOf(group.name, operation.operationId)}>{operation.summary}</a>
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

export function GroupPage({ openapi, name }: PageProps & { name: string }) {
  const group = openapi["x-client-groups"].find((each) => each.name === name)!;
  return (
    <>
      <h1>{group.title}</h1>
      <p class="lead">{group.description}</p>
      {entriesOf(openapi)
        .filter((entry) => entry.group === name)
        .map((entry) => (
          <OperationArticle key={entry.operation.operationId} openapi={openapi} entry={entry} />
        ))}
    </>
  );
}

export function AuthenticationPage({ openapi }: PageProps) {
  const { credentials, paragraphs } = openapi["x-authentication"];
  return (
    <>
      <h1 id="credentials">Authentication</h1>
      <p class="lead">A request presents one of these:</p>
      <dl class="members credentials">
        {credentials.map(({ presented, meaning }) => (
          <div key={presented}>
            <dt>
              <Prose text={presented} />
            </dt>
            <dd>
              <Prose text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
      <Paragraphs texts={paragraphs} />
    </>
  );
}

export function ConventionsPage({ openapi }: PageProps) {
  return (
    <>
      <h1>Conventions</h1>
      <p class="lead">What all operations have in common.</p>
      {openapi["x-conventions"].map(({ name, title, paragraphs }) => (
        <section key={name} id={name}>
          <AnchorHeading level={2} title={title} address={addressOf("conventions", name)} />
          <Paragraphs texts={paragraphs} />
        </section>
      ))}
    </>
  );
}

/** Objects that responses and bodies are made of. The bodies themselves are with their operations. */
export function ObjectsPage({ openapi, anchor }: PageProps & { anchor: string }) {
  const sent = new Set(
    entriesOf(openapi).flatMap(({ operation }) => {
      const reference = operation.requestBody && contentOf(operation.requestBody)?.schema.$ref;
      return reference === undefined ? [] : [nameOf(reference)];
    }),
  );
  return (
    <>
      <h1 id="objects">Objects</h1>
      <p class="lead">What responses and bodies are made of. Bodies themselves are with their operations.</p>
      {Object.entries(openapi.components.schemas).map(([name, schema]) => {
        const id = `object-${name}`;
        // A body is here as well if something links to it, as a search does.
        if (sent.has(name) && anchor !== id) return null;
        return (
          <details key={name} id={id} class="card object" open={anchor === id}>
            <summary>
              <h2>{name}</h2> <span>{schema.description && <Prose text={schema.description} />}</span>
            </summary>
            <Shape schema={schema} />
          </details>
        );
      })}
    </>
  );
}

function Shape({ schema }: { schema: Schema }) {
  const [base, own] = schema.allOf ?? [];
  if (base !== undefined)
    return (
      <>
        <p>
          Everything of <TypeWords schema={base} />
          {own !== undefined && ", and:"}
        </p>
        {own !== undefined && <Members schema={own} />}
      </>
    );
  if (schema.properties !== undefined) return <Members schema={schema} />;
  return (
    <p>
      <TypeWords schema={schema} />
      {schema.pattern !== undefined && (
        <>
          , matches <code>{schema.pattern}</code>
        </>
      )}
      {schema.examples !== undefined && (
        <>
          , for example <code>{schema.examples.map(String).join(", ")}</code>
        </>
      )}
    </p>
  );
}

export function ProblemsPage({ openapi }: PageProps) {
  const examples = entriesOf(openapi).flatMap(({ operation }) => problemsOf(operation));
  const example = examples.find(({ code }) => code === "validation_failed");
  return (
    <>
      <h1 id="problems">Problems</h1>
      <p class="lead">
        Every error is a <a href={addressOf("objects", "object-Problem")}>Problem</a>. Programs rely on its{" "}
        <code>code</code>.
      </p>
      {example !== undefined && (
        <CodeBlock title="Example" name="Example of a problem" text={JSON.stringify(example, null, 2)} />
      )}
      {openapi["x-problems"].map(({ code, status, title, meaning, remedy }) => (
        <section key={code} id={`problem-${code}`} class="card problem">
          <AnchorHeading level={2} title={code} address={addressOf("problems", `problem-${code}`)} />
          <p>
            <span class="badge">{status}</span> <b>{title}.</b> <Prose text={meaning} />
          </p>
          <p>
            <Prose text={remedy} />
          </p>
        </section>
      ))}
    </>
  );
}

export function MissingPage({ openapi, route }: PageProps & { route: Route }) {
  return (
    <>
      <h1>There is no page “{route.page}”</h1>
      <p class="lead">The reference has a page for each group of operations, and four others:</p>
      <ul class="missing">
        {[...openapi["x-client-groups"], ...OTHER_PAGES].map(({ name, title }) => (
          <li key={name}>
            <a href={addressOf(name)}>{title}</a>
          </li>
        ))}
      </ul>
      <p>
        Or search for it, or go back to the <a href={addressOf("")}>overview</a>.
      </p>
    </>
  );
}

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text}>
      <Prose text={text} />
    </p>
  ));
}
