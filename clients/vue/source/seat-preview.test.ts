// Tests of the component on a server, where there is no window. tests/web opens it in a browser.
import { expect, test } from "vitest";
import { createSSRApp, h } from "vue";
import { renderToString } from "vue/server-renderer";
import { SeatPreview } from "./index.js";

test("a server renders the element with its attributes and what stands inside", async () => {
  expect(typeof window).toBe("undefined");
  const view = () =>
    h(
      SeatPreview,
      {
        service: "https://seats.example",
        venue: "harbour",
        seat: '107/"K"/9',
        keyId: "key_1",
        ctaUrl: "https://shop.example/",
        frameTitle: "The view",
        theme: "dark",
        class: "view",
        offers: [{ seat: "107/K/9", price: 1 }],
        onSeat: () => {},
      },
      () => "Loading",
    );
  expect(await renderToString(createSSRApp(view))).toBe(
    '<seat-preview service="https://seats.example" venue="harbour" seat="107/&quot;K&quot;/9" key-id="key_1" ' +
      'cta-url="https://shop.example/" theme="dark" frame-title="The view" class="view">Loading</seat-preview>',
  );
});
