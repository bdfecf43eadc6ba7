// The pages of the reference and their addresses: /docs/<page>#<anchor>.
import { entriesOf, type OpenApiDocument } from "./openapi-document";

const ROOT = "/docs";

export type Route = { page: string; anchor: string };

/** The pages that are about no group of operations. */
export const OTHER_PAGES = [
  { name: "authentication", title: "Authentication" },
  { name: "conventions", title: "Conventions" },
  { name: "objects", title: "Objects" },
  { name: "problems", title: "Problems" },
] as const;

/** The page and the anchor of an address. The start page has the empty name. */
export function routeOf(path: string, hash: string): Route {
  return { page: path.slice(ROOT.length).replaceAll("/", ""), anchor: decoded(hash.replace(/^#/, "")) };
}

export function addressOf(page: string, anchor = ""): string {
  return (page === "" ? ROOT : `${ROOT}/${page}`) + (anchor === "" ? "" : `#${anchor}`);
}

export function isPage(document: OpenApiDocument, page: string): boolean {
  return titleOf(document, page) !== undefined;
}

/** The title of a page; undefined if the page does not exist. */
export function titleOf(document: OpenApiDocument, page: string): string | undefined {
  if (page === "") return "Overview";
  const pages = [...document["x-client-groups"], ...OTHER_PAGES];
  return pages.find(({ name }) => name === page)?.title;
}

/** The page that an anchor is on, whatever page it was asked from; undefined for the start page's own anchors. When all
 * was on one page, addresses were /docs#createKey and /docs#problem-conflict, and problem bodies still have the latter. */
export function pageOfAnchor(document: OpenApiDocument, anchor: string): string | undefined {
  if (anchor === "credentials") return "authentication";
  if (anchor === "problems" || anchor.startsWith("problem-")) return "problems";
  if (anchor === "objects" || anchor.startsWith("object-")) return "objects";
  if (document["x-conventions"].some(({ name }) => name === anchor)) return "conventions";
  return entriesOf(document).find(({ operation }) => operation.operationId === anchor)?.group;
}

/** The route that is shown for an asked one: an anchor of another page leads there. */
export function correctedRoute(document: OpenApiDocument, route: Route): Route {
  if (route.anchor === "" || (route.page !== "" && !isPage(document, route.page))) return route;
  const page = pageOfAnchor(document, route.anchor);
  return page === undefined ? route : { page, anchor: route.anchor };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
