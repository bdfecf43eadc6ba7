// Tabs by the ARIA pattern: one tab stop, and arrow keys between the tabs. Panels keep their state.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

export type Tab = {
  id: string;
  title: string;
  /** A marker after the title, such as "not saved". */
  mark?: string | null;
  panel: () => ComponentChildren;
};

export function Tabs({ tabs, shown, onShow }: { tabs: Tab[]; shown: string; onShow: (id: string) => void }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const visited = useRef(new Set<string>());
  visited.current.add(shown);

  const before = useRef(shown);
  useLayoutEffect(() => {
    scrollTo(list.current, shown);
    if (before.current === shown) return;
    before.current = shown;
    // The element with the focus may have been in the panel that is hidden now.
    if (document.activeElement?.closest("[role=tabpanel][hidden]")) focusOn(shown);
  }, [shown]);

  const focusOn = (tab: string) => list.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)?.focus();
  const move = (step: number) => {
    const at = tabs.findIndex((tab) => tab.id === shown);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onShow(next.id);
    focusOn(next.id);
  };

  return (
    <>
      <div
        class="tabs"
        role="tablist"
        ref={list}
        onKeyDown={(event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          move(step);
        }}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            class="tab"
            aria-selected={tab.id === shown}
            aria-controls={`${id}-${tab.id}-panel`}
            tabIndex={tab.id === shown ? 0 : -1}
            onClick={() => onShow(tab.id)}
          >
            {tab.title}
            {tab.mark != null && (
              <span class="tab-mark" title={tab.mark}>
                <span class="visually-hidden"> ({tab.mark})</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${id}-${tab.id}-panel`}
          aria-labelledby={`${id}-${tab.id}`}
          class="tab-panel"
          hidden={tab.id !== shown}
        >
          {/* A tab is made when it is first shown, and kept: what was entered there waits. */}
          {visited.current.has(tab.id) && tab.panel()}
        </div>
      ))}
    </>
  );
}

/** Scrolls the row of tabs sideways to the chosen one, which a phone may not show otherwise. */
function scrollTo(list: HTMLElement | null, id: string): void {
  const tab = list?.querySelector<HTMLElement>(`[data-tab="${id}"]`);
  if (list == null || tab == null) return;
  list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}
