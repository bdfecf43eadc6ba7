// A box that scrolls sideways on small screens, and can be reached and scrolled by keyboard.
import type { ComponentChildren } from "preact";

type ScrollProps = { label: string; class?: string; children: ComponentChildren };

export function Scroll({ label, class: more = "", children }: ScrollProps) {
  return (
    <div class={`scroll ${more}`} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
