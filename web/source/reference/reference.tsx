// The API reference. It shows the OpenAPI document of this service, and nothing else.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { SiteHeader } from "../design/site-header";
import "../design/overlays.css";
import { Navigation } from "./navigation";
import { type OpenApiDocument, withOrigin } from "./openapi-document";
import {
  AuthenticationPage,
  ConventionsPage,
  GroupPage,
  MissingPage,
  ObjectsPage,
  ProblemsPage,
  StartPage,
} from "./pages";
import { addressOf, correctedRoute, isPage, type Route, routeOf, titleOf } from "./routes";
import { SearchBox } from "./search-box";
import "./reference.css";

const DOCUMENT_PATH = "/v1/openapi.json";

export function Reference() {
  const [openapi, setOpenapi] = useState<OpenApiDocument | null>(null);
  const [isFailed, setFailed] = useState(false);

  useEffect(() => {
    load().then(setOpenapi, () => setFailed(true));
  }, []);

  return (
    <>
      <a class="skip visually-hidden" href="#content">
        Skip to the reference
      </a>
      <SiteHeader current="/docs" />
      {openapi !== null && <Pages openapi={openapi} />}
      {openapi === null && (
        <main class="waiting" id="content">
          {isFailed ? (
            <p class="note note-danger" role="alert">
              The OpenAPI document did not load. Load the page again, or open <a href={DOCUMENT_PATH}>the document</a>.
            </p>
          ) : (
            <p>Loading…</p>
          )}
        </main>
      )}
    </>
  );
}

async function load(): Promise<OpenApiDocument> {
  const response = await fetch(DOCUMENT_PATH);
  if (!response.ok) throw new Error(`The document has the status ${response.status}.`);
  return withOrigin(await response.json(), location.origin);
}

function Pages({ openapi }: { openapi: OpenApiDocument }) {
  const [route, setRoute] = useState(() => shownRoute(openapi));

  useEffect(() => {
    const update = () => setRoute(shownRoute(openapi));
    const follow = (event: MouseEvent) => {
      const address = referenceAddress(event);
      if (address === null) return;
      event.preventDefault();
      history.pushState(null, "", address);
      update();
    };
    addEventListener("popstate", update);
    document.addEventListener("click", follow);
    return () => {
      removeEventListener("popstate", update);
      document.removeEventListener("click", follow);
    };
  }, [openapi]);

  useLayoutEffect(() => {
    document.title = `${titleOf(openapi, route.page) ?? "Not found"} · Seat Preview API`;
    scrollToAnchor(route.anchor);
  }, [openapi, route]);

  return (
    <div class="columns">
      <aside>
        <SearchBox
          openapi={openapi}
          onOpen={(address) => {
            history.pushState(null, "", address);
            setRoute(shownRoute(openapi));
          }}
        />
        <Navigation openapi={openapi} route={route} />
      </aside>
      <main id="content" tabIndex={-1} key={route.page}>
        <Page openapi={openapi} route={route} />
      </main>
    </div>
  );
}

/** The route of the current address. An address of another page's anchor is replaced by the right one. */
function shownRoute(openapi: OpenApiDocument): Route {
  const asked = routeOf(location.pathname, location.hash);
  const route = correctedRoute(openapi, asked);
  if (route.page !== asked.page) history.replaceState(null, "", addressOf(route.page, route.anchor));
  return route;
}

/** The address of a clicked link within the reference, which is opened without loading the page again: a typed key is
 * then still there. Null for all other clicks. */
function referenceAddress(event: MouseEvent): string | null {
  const link = (event.target as Element).closest("a");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (link === null || !isPlain || event.defaultPrevented || link.target !== "") return null;
  if (link.origin !== location.origin || link.classList.contains("skip")) return null;
  return link.pathname === "/docs" || link.pathname.startsWith("/docs/") ? link.pathname + link.hash : null;
}

function scrollToAnchor(anchor: string): void {
  const target = anchor === "" ? null : document.getElementById(anchor);
  if (target === null) scrollTo(0, 0);
  else target.scrollIntoView();
  const isLoaded = document.activeElement === document.body || document.activeElement?.closest(".navigation");
  // A reader who goes on with the keyboard is where the page was opened.
  if (isLoaded) document.getElementById("content")?.focus({ preventScroll: true });
}

function Page({ openapi, route }: { openapi: OpenApiDocument; route: Route }) {
  switch (route.page) {
    case "":
      return <StartPage openapi={openapi} />;
    case "authentication":
      return <AuthenticationPage openapi={openapi} />;
    case "conventions":
      return <ConventionsPage openapi={openapi} />;
    case "objects":
      return <ObjectsPage openapi={openapi} anchor={route.anchor} />;
    case "problems":
      return <ProblemsPage openapi={openapi} />;
    default:
      return isPage(openapi, route.page) ? (
        <GroupPage openapi={openapi} name={route.page} />
      ) : (
        <MissingPage openapi={openapi} route={route} />
      );
  }
}
