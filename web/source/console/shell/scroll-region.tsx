// A region that scrolls sideways on small screens and can be focused and scrolled by keyboard.
import type { ComponentChildren } from "preact";

type ScrollRegionProps = { label: string; class?: string; children: ComponentChildren };

export function ScrollRegion({ label, class: more = "", children }: ScrollRegionProps) {
  return (
    <div class={`scroll ${more}`} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
