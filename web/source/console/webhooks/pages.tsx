// The two pages of the screen, webhooks and what changed, as links below the title.
import { hashOf } from "../shell/route";

export const PARENT = { path: "webhooks", name: "Webhooks" };

const PAGES = [
  { path: "webhooks", title: "Webhooks" },
  { path: "webhooks/changes", title: "What changed" },
];

export function PageLinks({ shown }: { shown: string }) {
  return (
    <nav class="tabs" aria-label="Webhooks and changes">
      {PAGES.map(({ path, title }) => (
        <a key={path} class="tab" href={hashOf(path)} aria-current={path === shown ? "page" : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
