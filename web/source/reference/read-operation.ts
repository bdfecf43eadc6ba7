// Which operation of a page the reader is at, for the mark in the list of pages.
import { useEffect, useState } from "preact/hooks";

import type { Route } from "./routes";

/** What is being read begins above this part of the window. */
const LINE = 0.25;

type Placed = { id: string; top: number };

/** The id of the last article that begins above the line; empty above the first one. */
export function readAt(articles: readonly Placed[], line: number): string {
  return articles.findLast(({ top }) => top <= line)?.id ?? "";
}

/** The operation that the reader has scrolled to, by whatever means; empty where the page has none there. */
export function useReadOperation({ page, anchor }: Route): string {
  const [read, setRead] = useState(anchor);
  useEffect(() => {
    const articles = [...document.querySelectorAll("main article.operation")];
    if (articles.length === 0) setRead("");
    // It reports whenever an article begins or ends at the line, so that nothing has to be done while the page scrolls.
    const margin = `-${LINE * 100}% 0px -${(1 - LINE) * 100}% 0px`;
    const observer = new IntersectionObserver(
      () => {
        const placed = articles.map((article) => ({ id: article.id, top: article.getBoundingClientRect().top }));
        setRead(readAt(placed, innerHeight * LINE));
      },
      { rootMargin: margin },
    );
    for (const article of articles) observer.observe(article);
    return () => observer.disconnect();
  }, [page]);
  return read;
}

/** Scrolls the list so that its marked link can be seen, without motion, and never under a reader who uses the list. */
export function showInList(link: Element | null | undefined): void {
  const list = link?.closest("aside");
  if (!link || !list || list.matches(":hover, :focus-within")) return;
  const [seen, shown] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  if (shown.top < seen.top) list.scrollTop -= seen.top - shown.top;
  else if (shown.bottom > seen.bottom) list.scrollTop += shown.bottom - seen.bottom;
}
