// One part of a report on an import: sentences with their counts and examples.
import type { ReportItem } from "@seatpreview/client";

type ReportListProps = {
  title: string;
  items: readonly ReportItem[];
  /** What is said where there is nothing. */
  none: string;
};

export function ReportList({ title, items, none }: ReportListProps) {
  return (
    <section aria-label={title}>
      <h2 class="import-title">{title}</h2>
      {items.length === 0 ? (
        <p class="soft small">{none}</p>
      ) : (
        <ul class="import-list">
          {items.map(({ text, count, example }) => (
            <li key={text}>
              {text} <span class="badge">{count.toLocaleString("en")}</span>
              {example !== null && example !== "" && <span class="soft small"> For example: {example}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
