// A list by pages: the cursors that led here, and the buttons that lead on.
import { useState } from "preact/hooks";

import { BackIcon, ForwardIcon } from "../../design/icons";

export type Paging = {
  /** Of the page that is shown; undefined for the first. */
  cursor: string | undefined;
  onwards: (cursor: string) => void;
  back: () => void;
  restart: () => void;
  number: number;
};

export function usePaging(): Paging {
  const [cursors, setCursors] = useState<string[]>([]);
  return {
    cursor: cursors.at(-1),
    onwards: (cursor) => setCursors([...cursors, cursor]),
    back: () => setCursors(cursors.slice(0, -1)),
    restart: () => setCursors([]),
    number: cursors.length + 1,
  };
}

type PagerProps = { paging: Paging; nextCursor: string | null; isBusy: boolean };

export function Pager({ paging, nextCursor, isBusy }: PagerProps) {
  if (paging.number === 1 && nextCursor === null) return null;
  return (
    <nav class="row pager" aria-label="Pages">
      <button type="button" class="button button-small" disabled={paging.number === 1 || isBusy} onClick={paging.back}>
        <BackIcon /> Newer
      </button>
      <span class="soft small">Page {paging.number}</span>
      <button
        type="button"
        class="button button-small"
        disabled={nextCursor === null || isBusy}
        onClick={() => nextCursor !== null && paging.onwards(nextCursor)}
      >
        Older <ForwardIcon />
      </button>
    </nav>
  );
}
