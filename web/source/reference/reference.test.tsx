import { expect, test, vi } from "vitest";
import openapi from "../api/openapi.json";
import { FakeService, servedDocument } from "../testing/fake-service";
import { closePage, screen, show, user, within } from "../testing/page";
import { openReference } from "../testing/reference-page";
import { Reference } from "./reference";
import { OTHER_PAGES } from "./routes";

const PAGES = [
  "",
  ...[...openapi["x-client-groups"], ...OTHER_PAGES].map(({ name }) => name).filter((name) => name !== ""),
];
const KEY = "sk_live_0123456789";

/** A text as it is read: code without its backticks. */
const plain = (text = "") => text.replaceAll("`", "");

/** What a page of the reference holds. */
async function contentOf(page: string) {
  const main = await openReference(`/docs${page === "" ? "" : `/${page}`}`);
  const all = <E extends Element>(selector: string) => [...main.querySelectorAll<E>(selector)];
  const content = {
    text: main.textContent ?? "",
    ids: all("[id]").map(({ id }) => id),
    links: all<HTMLAnchorElement>("a").map(({ pathname, hash }) => ({ pathname, anchor: hash.slice(1) })),
    levels: all("h1, h2, h3").map(({ tagName }) => Number(tagName[1])),
    extensions: all(".extension").length,
  };
  closePage();
  return content;
}

type Described = {
  operationId: string;
  parameters?: { description?: string }[];
  "x-needs": string;
  "x-extension"?: boolean;
  "x-client": { group: string };
};
const OPERATIONS = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Described>).map(([method, operation]) => ({ path, method, operation })),
);

test("the pages say everything that the document has, and their links lead somewhere", {
  timeout: 60_000,
}, async () => {
  new FakeService();
  const pages = new Map<string, Awaited<ReturnType<typeof contentOf>>>();
  for (const page of PAGES) pages.set(page, await contentOf(page));

  for (const { path, method, operation } of OPERATIONS) {
    const shown = pages.get(operation["x-client"].group)!;
    expect(shown.ids).toContain(operation.operationId);
    expect(shown.text).toContain(`${method.toUpperCase()} ${path}`);
    expect(shown.text).toContain(`for ${operation["x-needs"]}`);
    for (const { description } of operation.parameters ?? []) expect(shown.text).toContain(plain(description));
  }
  const extensions = OPERATIONS.filter(({ operation }) => operation["x-extension"]);
  expect([...pages.values()].reduce((sum, { extensions }) => sum + extensions, 0)).toBe(extensions.length);

  const text = [...pages.values()].map((page) => page.text).join("");
  const schemas = Object.values(openapi.components.schemas) as {
    properties?: Record<string, { description?: string }>;
  }[];
  const members = schemas.flatMap(({ properties = {} }) => Object.entries(properties));
  const missing = members.filter(
    ([name, { description }]) => !text.includes(name) || !text.includes(plain(description)),
  );
  expect(missing).toEqual([]);

  const { ids, text: problems } = pages.get("problems")!;
  for (const { code, meaning, remedy } of openapi["x-problems"]) {
    expect(ids).toContain(`problem-${code}`);
    expect(problems).toContain(plain(meaning));
    expect(problems).toContain(plain(remedy));
  }
  for (const { presented, meaning } of openapi["x-authentication"].credentials) {
    expect(pages.get("authentication")?.text).toContain(plain(presented) + plain(meaning));
  }
  const start = pages.get("")!;
  expect(start.text).toContain("Tenant key");
  const guides = start.links.map(({ pathname }) => pathname);
  expect(guides).toEqual(expect.arrayContaining(["/guide/python.html", "/guide/typescript.html"]));

  // Bodies are with their operations, and on the page of objects once a link asks for them.
  const bodies = Object.keys(openapi.components.schemas).map((name) => `object-${name}`);
  for (const page of pages.values()) {
    expect(new Set(page.ids).size).toBe(page.ids.length);
    expect(page.levels.filter((level) => level === 1)).toHaveLength(1);
    expect(page.levels.every((level, at) => at === 0 || level - page.levels[at - 1]! <= 1)).toBe(true);
    const lost = page.links.filter(({ pathname, anchor }) => {
      const target = pages.get(pathname.replace(/^\/docs\/?/, ""));
      return anchor !== "" && !target?.ids.includes(anchor) && !bodies.includes(anchor);
    });
    expect(lost).toEqual([]);
  }
});

test("an address of before leads to the page that has its anchor now, and a wrong one to all pages", async () => {
  new FakeService();
  await openReference("/docs#problem-conflict");
  expect(location.pathname + location.hash).toBe("/docs/problems#problem-conflict");
  screen.getByRole("heading", { level: 1, name: "Problems" });
  closePage();
  await openReference("/docs/kees");
  screen.getByRole("heading", { name: "There is no page “kees”" });
  within(screen.getByRole("main")).getByRole("link", { name: "Keys" });
});

test("a document that does not load is told, with a link to it", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  show(<Reference />);
  expect((await screen.findByRole("alert")).textContent).toContain("The OpenAPI document did not load.");
});

test("a search is begun with /, steered by arrows and opened with Enter", async () => {
  new FakeService();
  await openReference("/docs");
  const field = screen.getByRole("combobox", { name: "Search the reference" });
  await expect
    .poll(async () => {
      await user.keyboard("/");
      return document.activeElement;
    })
    .toBe(field);
  await user.clear(field);
  await user.keyboard("previewseat");
  const results = within(screen.getByRole("listbox", { name: "Results" }));
  const chosen = () =>
    results.getAllByRole("option").findIndex((each) => each.getAttribute("aria-selected") === "true");
  await user.keyboard("{ArrowDown}");
  expect(chosen()).toBe(1);
  await user.keyboard("{ArrowUp}{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Seats" });
  expect(location.pathname + location.hash).toBe("/docs/seats#previewSeat");
});

test("a language is chosen for all samples, by pointer or arrows, and a sample is copied", async () => {
  new FakeService();
  await openReference("/docs/seats");
  const preview = within(document.getElementById("previewSeat")!);
  await user.click(preview.getByRole("tab", { name: "Python" }));
  const selected = () => screen.getAllByRole("tab", { selected: true }).map(({ textContent }) => textContent);
  await expect.poll(() => [...new Set(selected())]).toEqual(["Python"]);
  await user.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(preview.getByRole("tab", { name: "curl" }));
  await user.click(preview.getAllByRole("button", { name: "Copy" })[0]!);
  await preview.findByText("Copied");
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain('/v1/seats/preview?venue=harbour&seat=107/K/9"');
});

/** Opens "Try it" of an operation, and returns the fields and buttons there. */
async function tryOut(operation: string) {
  const article = document.getElementById(operation)!;
  const details = article.querySelector<HTMLDetailsElement>("details.try")!;
  await user.click(details.querySelector("summary")!);
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await within(details).findByLabelText(/Secret key/);
  return within(article);
}

test("a request is tried with a key that is sent, but shown and kept nowhere", async () => {
  /** Attack: read the key from the page, its address, or what the browser keeps. */
  const service = new FakeService();
  await openReference("/docs/seats");
  const preview = await tryOut("previewSeat");
  const field = preview.getByLabelText<HTMLInputElement>(/Secret key/);
  expect([field.type, field.autocomplete]).toEqual(["password", "off"]);
  await user.type(field, KEY);
  await user.click(preview.getByRole("button", { name: "Send GET" }));
  await preview.findByText(/^200/);
  const [sent] = service.received("previewSeat");
  expect(new Headers(sent?.headers).get("Authorization")).toBe(`Bearer ${KEY}`);
  const shown = preview.getByRole("region", { name: "The request of previewSeat for curl" });
  expect(shown.textContent).toContain("$KEY");
  const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]);
  expect(kept + document.body.textContent).not.toContain(KEY);

  await user.click(screen.getByRole("link", { name: "Keys" }));
  await screen.findByRole("heading", { level: 1, name: "Keys" });
  const create = await tryOut("createKey");
  expect(create.getByLabelText<HTMLInputElement>(/Secret key/).value).toBe(KEY);
});

test("a request that changes data must be confirmed", async () => {
  const service = new FakeService();
  await openReference("/docs/keys");
  const create = await tryOut("createKey");
  await user.click(create.getByRole("button", { name: "Send POST" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/changes data of the service/);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(service.received("createKey")).toEqual([]);
  await user.click(create.getByRole("button", { name: "Send POST" }));
  expect(screen.getByRole("dialog").textContent).toContain("/v1/manage/keys");
});

test("a field that is required and empty is named, and nothing is sent", async () => {
  const service = new FakeService();
  await openReference("/docs/keys");
  const get = await tryOut("getKey");
  await user.click(get.getByRole("button", { name: "Send GET" }));
  expect((await get.findByRole("alert")).textContent).toBe("Fill in keyId first.");
  expect(service.requests).toEqual([]);
});

test("texts of the document cannot bring markup of their own", async () => {
  /** Attack: a text that becomes part of the page brings its own markup. */
  const evil = "<img src=x onerror=alert(1)><script>alert(2)</script>";
  const changed = servedDocument();
  changed.info.description = evil;
  changed["x-client-groups"][0]!.description = evil;
  Object.assign(changed.paths["/sessions"].post, { summary: evil, description: `\`${evil}\` ${evil}` });
  vi.stubGlobal("fetch", async () => Response.json(changed));
  for (const address of ["/docs", "/docs/sessions"]) {
    const main = await openReference(address);
    expect(main.textContent).toContain(evil);
    expect(main.querySelectorAll("img, script")).toHaveLength(0);
    closePage();
  }
});
