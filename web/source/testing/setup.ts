// What every test of a rendered page starts with, and what it leaves behind.
import { configure } from "@testing-library/dom";
import { act } from "preact/test-utils";
import { afterEach } from "vitest";
import { closePage } from "./page";

configure({
  // An event is over once the page has drawn what it changed.
  eventWrapper: (send) => {
    let result: unknown;
    act(() => {
      result = send();
    });
    return result;
  },
  // A page that is drawn late on a busy machine is not wrong.
  asyncUtilTimeout: 10_000,
  // The words of the page say more than its markup.
  getElementError: (message, container) =>
    new Error(`${message?.split("\n", 1)[0]}\nThe page says: ${container.textContent}`),
});

// No style sheet is loaded here, and happy-dom takes long to find that out for every element.
const noStyle = document.createElement("div").style;
window.getComputedStyle = () => noStyle;

// Two things that browsers do and happy-dom does not: a modal dialog takes the focus, and `hidden` hides what is inside.
const { showModal } = HTMLDialogElement.prototype;
HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
  showModal.call(this);
  const first = this.querySelector<HTMLElement>("[autofocus]") ?? this.querySelector<HTMLElement>("button, input");
  first?.focus();
};
Element.prototype.checkVisibility = function () {
  return this.closest("[hidden]") === null;
};

// Browsers tell of a changed selection later, not in the midst of the change: an editor would begin a second one.
const dispatchEvent = document.dispatchEvent.bind(document);
document.dispatchEvent = (event) => event.type === "selectionchange" || dispatchEvent(event);

afterEach(() => {
  closePage();
  sessionStorage.clear();
  localStorage.clear();
});
