// The frame of a list that is read page by page: what was refused, its rows or a placeholder, and the buttons of pages.
import type { ComponentChildren } from "preact";
import { LoadingRows } from "./loading-rows";
import { PageButtons, type Pagination } from "./pagination";
import { ProblemNotice } from "./problem-notice";
import type { RequestState } from "./use-request";

type PagedListProps<R> = {
  page: RequestState<{ data: R[]; nextCursor: string | null }>;
  pagination: Pagination;
  /** What is said to screen readers before there are rows, and how many rows have room meanwhile. */
  loadingText: string;
  loadingRows?: number;
  /** Whether another part of the screen tells the problem. */
  isProblemShown?: boolean;
  class?: string;
  /** What stands in place of a table without rows. */
  empty: ComponentChildren;
  children: (rows: R[]) => ComponentChildren;
};

export function PagedList<R>(props: PagedListProps<R>) {
  const { page, pagination, loadingText, loadingRows, isProblemShown = false, empty, children } = props;
  const classes = ["card panel-flush", props.class, page.isLoading && "waiting"].filter(Boolean);
  return (
    <>
      {!isProblemShown && <ProblemNotice problem={page.problem} onRetry={page.reload} />}
      {page.data === undefined && page.problem === undefined && (
        <LoadingRows text={loadingText} {...(loadingRows === undefined ? {} : { rows: loadingRows })} />
      )}
      {page.data !== undefined && (
        <section class={classes.join(" ")} aria-busy={page.isLoading}>
          {page.data.data.length === 0 ? empty : children(page.data.data)}
        </section>
      )}
      <PageButtons pagination={pagination} nextCursor={page.data?.nextCursor ?? null} isBusy={page.isLoading} />
    </>
  );
}
