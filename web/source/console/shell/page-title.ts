// The title of the page, which names what it shows.
import { useLayoutEffect } from "preact/hooks";

/** Sets the title from the most special part to the most general one: "Great Theatre · Design · Seat Preview console". */
export function usePageTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), "Seat Preview console"].join(" · ");
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}
