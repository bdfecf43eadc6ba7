// The choice of a configuration: each of the venue's, of which one may be the default, or the bare hall.

type Configuration = { id: string; name?: string | null };

/** What a request names to get the bare hall, even where the venue has a default. */
export const BARE_HALL = "none";

export function ConfigurationSelect(props: {
  id?: string;
  class: string;
  configurations: readonly Configuration[];
  /** The configuration that applies where a request names none. */
  defaultId: string | null;
  /** Null for the bare hall. */
  value: string | null;
  onValue: (id: string | null) => void;
}) {
  const marked = (id: string | null) => (id === props.defaultId ? " (default)" : "");
  return (
    <select
      id={props.id}
      class={props.class}
      value={props.value ?? ""}
      onChange={(event) => props.onValue(event.currentTarget.value || null)}
    >
      {props.configurations.map((each) => (
        <option key={each.id} value={each.id}>
          {(each.name ?? each.id) + marked(each.id)}
        </option>
      ))}
      <option value="">{`None: the bare hall${marked(null)}`}</option>
    </select>
  );
}
