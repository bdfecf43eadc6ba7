import { beforeEach, expect, test, vi } from "vitest";
import { screen, show } from "../testing/page";
import { showDemoView } from "./demo-view";

const VIEWER = "https://seats.example/viewer/key_1#st_1";

beforeEach(() => {
  show(
    <figure>
      <div id="view">
        <img src="view.jpg" alt="The view from a seat" />
      </div>
      <figcaption id="caption">Drawn from its seating plan</figcaption>
    </figure>,
  );
  // The element's script is loaded at once.
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    queueMicrotask(() => (script as Element).dispatchEvent(new Event("load")));
  });
});

const place = () => document.getElementById("view")!;
const caption = () => document.getElementById("caption")!;

function answerWith(answer: () => Response) {
  vi.stubGlobal("fetch", async () => answer());
  return showDemoView(place(), caption());
}

const isStill = () => {
  screen.getByRole("img", { name: "The view from a seat" });
  expect(document.querySelector("seat-preview")).toBeNull();
  expect(caption().textContent).toBe("Drawn from its seating plan");
};

test("a service with a demo shows its live view in the place of the picture", async () => {
  await answerWith(() => Response.json({ viewerUrl: VIEWER }));
  const view = document.querySelector("seat-preview");
  expect(view?.getAttribute("session")).toBe(VIEWER);
  expect(view?.getAttribute("locale")).toBe(navigator.language);
  expect(place().children).toHaveLength(1);
  expect(caption().textContent).toMatch(/^This is live/);
});

test("a live view that fails gives way to the picture", async () => {
  await answerWith(() => Response.json({ viewerUrl: VIEWER }));
  document.querySelector("seat-preview")?.dispatchEvent(new CustomEvent("problem"));
  isStill();
});

test.each([
  ["has no demo", () => Response.json({ viewerUrl: null })],
  ["answers with an error", () => Response.json({ code: "internal" }, { status: 500 })],
  ["answers with something else", () => new Response("<html>")],
  [
    "cannot be reached",
    () => {
      throw new TypeError("Failed to fetch");
    },
  ],
])("a service that %s keeps the picture", async (_, answer) => {
  await answerWith(answer);
  isStill();
});
