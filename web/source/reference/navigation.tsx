// The list of pages, with the operations of the page that is shown. On a phone it folds.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { MenuIcon } from "../design/icons";
import { entriesOf, type OpenApiDocument } from "./openapi-document";
import { Method } from "./operation";
import { showInList, useReadOperation } from "./read-operation";
import { addressOf, OTHER_PAGES, type Route } from "./routes";

type NavigationProps = { openapi: OpenApiDocument; route: Route };

export function Navigation({ openapi, route }: NavigationProps) {
  const [isOpen, setOpen] = useState(false);
  // Another page folds the menu.
  useEffect(() => setOpen(false), [route]);
  const read = useReadOperation(route);
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => showInList(list.current?.querySelector("[aria-current=location]")), [read]);
  return (
    <div class="navigation">
      <button
        type="button"
        class="button menu-button"
        aria-expanded={isOpen}
        aria-controls="pages"
        onClick={() => setOpen(!isOpen)}
      >
        <MenuIcon /> Contents
      </button>
      <nav ref={list} id="pages" aria-label="Reference" class={isOpen ? "is-open" : undefined}>
        <ul>
          <PageLink title="Overview" name="" route={route} />
          <PageLink title="Authentication" name="authentication" route={route} />
        </ul>
        <h2>Operations</h2>
        <ul>
          {openapi["x-client-groups"].map((group) => (
            <PageLink key={group.name} title={group.title} name={group.name} route={route}>
              <ul class="navigation-operations">
                {entriesOf(openapi)
                  .filter((entry) => entry.group === group.name)
                  .map(({ method, operation }) => (
                    <li key={operation.operationId}>
                      <a
                        href={addressOf(group.name, operation.operationId)}
                        aria-current={read === operation.operationId ? "location" : undefined}
                      >
                        <Method name={method} /> <span>{operation.summary}</span>
                      </a>
                    </li>
                  ))}
              </ul>
            </PageLink>
          ))}
        </ul>
        <h2>More</h2>
        <ul>
          {OTHER_PAGES.slice(1).map(({ name, title }) => (
            <PageLink key={name} title={title} name={name} route={route} />
          ))}
        </ul>
      </nav>
    </div>
  );
}

type PageLinkProps = { title: string; name: string; route: Route; children?: preact.ComponentChildren };

function PageLink({ title, name, route, children }: PageLinkProps) {
  const isCurrent = route.page === name;
  return (
    <li>
      <a href={addressOf(name)} class="page-link" aria-current={isCurrent ? "page" : undefined}>
        {title}
      </a>
      {isCurrent && children}
    </li>
  );
}
