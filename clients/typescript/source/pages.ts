// Lists, which the service gives in pages.

/** A page as the service gives it. */
export type Page<Item> = { data: Item[]; nextCursor: string | null };

/**
 * A list: `for await (const item of list)` goes through all items of all pages. Nothing is asked for before that.
 */
export class PagedList<Item, Given extends Page<Item> = Page<Item>> implements AsyncIterable<Item> {
  readonly #fetchPage: (cursor: string | null) => Promise<Given>;
  readonly #firstCursor: string | null;

  constructor(fetchPage: (cursor: string | null) => Promise<Given>, firstCursor: string | null = null) {
    this.#fetchPage = fetchPage;
    this.#firstCursor = firstCursor;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** Returns one page: the first, or the one that `nextCursor` of another page names. */
  page(cursor: string | null = this.#firstCursor): Promise<Given> {
    return this.#fetchPage(cursor);
  }

  /** Goes through the pages as the service gives them. */
  async *pages(): AsyncIterableIterator<Given> {
    let cursor = this.#firstCursor;
    do {
      const page: Given = await this.#fetchPage(cursor);
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** Returns all items, or the first so many of them. */
  async toArray(itemsMax = Number.POSITIVE_INFINITY): Promise<Item[]> {
    const items: Item[] = [];
    if (itemsMax <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= itemsMax) break;
    }
    return items;
  }
}
