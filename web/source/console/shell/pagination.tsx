// Pagination by cursors in the address, and the buttons for the previous and the next page.
import { useRef } from "preact/hooks";

import { BackIcon, ForwardIcon } from "../../design/icons";
import type { AddressQuery } from "./route";

export type Pagination = {
  /** The cursor of the page that is shown; undefined for the first page. */
  cursor: string | undefined;
  next: (cursor: string) => void;
  previous: () => void;
  number: number;
  /** Whether the cursor of the page before is known. It is not where somebody opened a link to a page. */
  isPreviousKnown: boolean;
};

/** The filters of the first page. Whoever changes another filter sets these, too. */
export const FIRST_PAGE = { page: "", cursor: "" };

export function usePagination({ query, setQuery }: AddressQuery): Pagination {
  const cursors = useRef(new Map<number, string>([[1, ""]]));
  const cursor = query.cursor ?? "";
  const number = cursor === "" ? 1 : Math.max(2, Math.trunc(Number(query.page)) || 2);
  cursors.current.set(number, cursor);
  const before = cursors.current.get(number - 1);
  return {
    cursor: cursor === "" ? undefined : cursor,
    number,
    isPreviousKnown: before !== undefined,
    next: (next) => setQuery({ page: String(number + 1), cursor: next }),
    previous: () => setQuery(before ? { page: String(number - 1), cursor: before } : FIRST_PAGE),
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
        <BackIcon /> {pagination.number > 1 && !pagination.isPreviousKnown ? "Newest" : "Newer"}
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
