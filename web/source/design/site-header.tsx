// The header of the pages that everybody may read: the brand, and links to the guide, the reference and the console.
import icon from "./icon.svg?no-inline";
import "./site-header.css";

const LINKS = [
  { path: "/guide/", text: "Guide" },
  { path: "/docs", text: "API reference" },
  { path: "/console", text: "Console" },
] as const;

/** The pages that the header links to. */
export type SitePath = "/" | (typeof LINKS)[number]["path"];

/** `current` is the page, or the part of the site, that is shown; null for none of them. */
export function SiteHeader({ current }: { current: SitePath | null }) {
  const isCurrent = (path: SitePath) => (path === current ? "page" : undefined);
  return (
    <header class="site-header">
      <a class="site-brand" href="/" aria-current={isCurrent("/")}>
        <img src={icon} alt="" width="26" height="26" />
        Seat Preview
      </a>
      <nav class="site-links" aria-label="Seat Preview">
        {LINKS.map(({ path, text }) => (
          <a key={path} href={path} aria-current={isCurrent(path)}>
            {text}
          </a>
        ))}
      </nav>
    </header>
  );
}
