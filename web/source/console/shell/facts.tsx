// The facts about a record: names with what belongs to them, in a list.
import type { ComponentChildren } from "preact";

type FactsCardProps = {
  /** The name of the card for screen readers. */
  label: string;
  children: ComponentChildren;
  /** What stands below the facts. */
  note?: string;
};

export function FactsCard({ label, children, note }: FactsCardProps) {
  return (
    <aside class="card panel key-facts" aria-label={label}>
      <dl>{children}</dl>
      {note !== undefined && <p class="soft small">{note}</p>}
    </aside>
  );
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
