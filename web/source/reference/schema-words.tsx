// Schemas in words: types, bounds and defaults, and the members of objects.
import type { ComponentChildren } from "preact";

import { nameOf, type Schema } from "./openapi-document";
import { Prose } from "./prose";
import { addressOf } from "./routes";

/** `list of Origin, at most 100`, `integer from 1 to 100, default 50`, `KeyId or null`. */
export function TypeWords({ schema }: { schema: Schema }) {
  return (
    <>
      <BareType schema={schema} />
      {schema.default !== undefined && (
        <>
          , default <code>{JSON.stringify(schema.default)}</code>
        </>
      )}
    </>
  );
}

function BareType({ schema }: { schema: Schema }): ComponentChildren {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return <a href={addressOf("objects", `object-${name}`)}>{name}</a>;
  }
  if (choices !== undefined) return joined(choices.map((choice) => <TypeWords schema={choice} />));
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum !== undefined) return joined(schema.enum.map((choice) => <code>{JSON.stringify(choice)}</code>));
  if (schema.type === "array")
    return (
      <>
        list{schema.items !== undefined && " of "}
        {schema.items !== undefined && <TypeWords schema={schema.items} />}
        {mostWords(schema.maxItems)}
      </>
    );
  if (typeof schema.additionalProperties === "object")
    return (
      <>
        object with values <TypeWords schema={schema.additionalProperties} />
        {mostWords(schema.maxProperties)}
      </>
    );
  if (schema.format === "date-time") return "time";
  return `${schema.type ?? "any value"}${mostWords(schema.maxLength)}${rangeWords(schema)}`;
}

function joined(parts: readonly ComponentChildren[]): ComponentChildren {
  return parts.map((part, position) => [position > 0 && " or ", part]);
}

function mostWords(most: number | undefined): string {
  return most === undefined ? "" : `, at most ${most}`;
}

function rangeWords({ minimum, maximum }: Schema): string {
  if (minimum === undefined) return maximum === undefined ? "" : ` up to ${maximum}`;
  return maximum === undefined ? ` from ${minimum} on` : ` from ${minimum} to ${maximum}`;
}

/** The members of an object. Which of them must be there is said of what is sent, not of responses. */
export function Members({ schema }: { schema: Schema }) {
  const required = schema.additionalProperties === false ? (schema.required ?? []) : [];
  return (
    <dl class="members">
      {Object.entries(schema.properties ?? {}).map(([name, member]) => (
        <Member
          key={name}
          name={name}
          schema={member}
          notes={[required.includes(name) && "required", member.deprecated && "deprecated"]}
          description={member.description}
        />
      ))}
    </dl>
  );
}

type MemberProps = {
  name: string;
  schema: Schema;
  notes: readonly (string | false | undefined)[];
  description?: string | undefined;
};

export function Member({ name, schema, notes, description }: MemberProps) {
  return (
    <div>
      <dt>
        <code>{name}</code>{" "}
        <span class="member-type">
          <TypeWords schema={schema} />
        </span>{" "}
        {notes.map(
          (note) => note && <span class={`member-note${note.includes("required") ? " is-required" : ""}`}>{note}</span>,
        )}
      </dt>
      {description && (
        <dd>
          <Prose text={description} />
        </dd>
      )}
    </div>
  );
}
