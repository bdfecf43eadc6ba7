// Tests of the HTML for pages of a server.
import { expect, test } from "vitest";
import { embedHtml } from "./index.js";

const session = { viewerUrl: "https://seats.example/viewer#st_abc" };

test("a page gets the script of the session's service, and the element", () => {
  expect(embedHtml(session, { seat: "107/K/9", theme: "dark", frameTitle: "The view" })).toBe(
    '<script src="https://seats.example/embed.js" async></script>\n' +
      '<seat-preview session="https://seats.example/viewer#st_abc" seat="107/K/9" theme="dark" frame-title="The view">' +
      "</seat-preview>",
  );
});

test("everything that could end an attribute or begin a tag is escaped", () => {
  const html = embedHtml(
    { viewerUrl: `${session.viewerUrl}"><script>` },
    { seat: `"><img src=x onerror='alert(1)'>&`, script: false },
  );
  expect(html).toBe(
    '<seat-preview session="https://seats.example/viewer#st_abc&quot;&gt;&lt;script&gt;" ' +
      'seat="&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;"></seat-preview>',
  );
  expect(() => embedHtml({ viewerUrl: "javascript:alert(1)" })).toThrow(TypeError);
});
