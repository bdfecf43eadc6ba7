// A page as a test meets it: rendered into the document, found by what it says, used by pointer and keyboard.
import { fireEvent } from "@testing-library/dom";
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";
import { type ComponentChild, render } from "preact";
import { act } from "preact/test-utils";

export { screen, waitFor, within } from "@testing-library/dom";

export const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

let root: HTMLElement | null = null;

/** Renders what a page consists of. */
export function show(content: ComponentChild): void {
  root = document.body.appendChild(document.createElement("div"));
  const parent = root;
  act(() => render(content, parent));
}

/** Removes the page, and what it has written to its address. */
export function closePage(): void {
  if (root !== null) render(null, root);
  root = null;
  document.body.replaceChildren();
  history.replaceState(null, "", "/");
}

/** Goes to another address of the same page, such as "keys/new", and returns once the page has followed. */
export async function goTo(address: string): Promise<void> {
  const followed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
  location.hash = `#/${address}`;
  await act(async () => void (await followed));
}

/** Writes a text into a field at once, as pasting does. */
export function fill(field: Element, text: string): void {
  fireEvent.input(field, { target: { value: text } });
}
