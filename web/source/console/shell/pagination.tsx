// Pagination by cursors: the state, and the buttons for the previous and the next page.
import { useState } from "preact/hooks";

import { BackIcon, ForwardIcon } from "../../design/icons";

export type Pagination = {
  /** The cursor of the page that is shown; undefined for the first page. */
  cursor: string | undefined;
  next: (cursor: string) => void;
  previous: () => void;
  reset: () => void;
  number: number;
};

export function usePagination(): Pagination {
  const [cursors, setCursors] = useState<string[]>([]);
  return {
    cursor: cursors.at(-1),
    next: (cursor) => setCursors([...cursors, cursor]),
    previous: () => setCursors(cursors.slice(0, -1)),
    reset: () => setCursors([]),
    number: cursors.length + 1,
  };
}

type PageButtonsProps = { pagination: Pagination; nextCursor: string | null; isBusy: boolean };

export function PageButtons({ pagination, nextCursor, isBusy }: PageButtonsProps) {
  if (pagination.number === 1 && nextCursor === null) return null;
  return (
    <nav class="row pager" aria-label="Pages">
      <button
        type="button"
        class="button button-small"
        disabled={pagination.number === 1 || isBusy}
        onClick={pagination.previous}
      >
        <BackIcon /> Newer
      </button>
      <span class="soft small">Page {pagination.number}</span>
      <button
        type="button"
        class="button button-small"
        disabled={nextCursor === null || isBusy}
        onClick={() => nextCursor !== null && pagination.next(nextCursor)}
      >
        Older <ForwardIcon />
      </button>
    </nav>
  );
}
