// A button that opens a menu. Arrow keys go through it, Escape closes it.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export type MenuItem = {
  id: string;
  title: string;
  /** The keys that do the same. */
  keys?: string;
  /** Why it cannot be chosen now; null if it can. */
  whyNot?: string | null;
  /** A second menu, which takes the place of the first. */
  items?: readonly MenuItem[];
  run?: () => void;
};

type MenuProps = { title: ComponentChildren; label?: string; class?: string; items: readonly MenuItem[] };

export function Menu({ title, label, class: className = "", items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => (isOpen ? closeOutside(place.current!, () => setOpen(false)) : undefined), [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={place} class={`menu ${className}`}>
      <button
        ref={button}
        type="button"
        class="button button-small"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(label === undefined ? {} : { "aria-label": label })}
        onClick={() => setOpen(!isOpen)}
      >
        {title}
        <span aria-hidden="true">▾</span>
      </button>
      {isOpen && <MenuList items={items} onClose={close} />}
    </div>
  );
}

function MenuList({ items, onClose }: { items: readonly MenuItem[]; onClose: () => void }) {
  const [opened, setOpened] = useState<MenuItem | null>(null);
  const [isFromRight, setFromRight] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => setFromRight(list.current!.getBoundingClientRect().right > window.innerWidth), []);
  useEffect(() => entriesOf(list.current)[0]?.focus(), [opened]);
  const choose = (item: MenuItem) => {
    if (item.whyNot != null) return;
    if (item.items !== undefined) return setOpened(item);
    onClose();
    item.run?.();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" || event.key === "Tab") onClose();
    else if (event.key === "ArrowLeft" && opened !== null) setOpened(null);
    else if (!stepTo(list.current, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={list}
      class={`menu-list card${isFromRight ? " menu-list-from-right" : ""}`}
      role="menu"
      aria-label={opened?.title ?? "Menu"}
      onKeyDown={press}
    >
      {opened !== null && <Entry item={{ id: "back", title: "‹ Back" }} onChoose={() => setOpened(null)} />}
      {(opened?.items ?? items).map((item) => (
        <Entry key={item.id} item={item} onChoose={() => choose(item)} />
      ))}
    </div>
  );
}

function Entry({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  const isOff = item.whyNot != null;
  return (
    <button
      type="button"
      class="menu-item"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={isOff}
      {...(item.items === undefined ? {} : { "aria-haspopup": "menu" as const })}
      title={item.whyNot ?? ""}
      onClick={onChoose}
    >
      <span>{item.title}</span>
      {item.keys !== undefined && <kbd class="soft">{item.keys}</kbd>}
      {item.items !== undefined && <span aria-hidden="true">›</span>}
    </button>
  );
}

function closeOutside(place: HTMLElement, close: () => void): () => void {
  const press = (event: Event) => {
    if (event.target instanceof Node && !place.contains(event.target)) close();
  };
  document.addEventListener("pointerdown", press, { capture: true });
  return () => document.removeEventListener("pointerdown", press, { capture: true });
}

function entriesOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
}

/** Goes to another entry by a key. Returns whether the key means one. */
function stepTo(list: HTMLElement | null, key: string): boolean {
  const entries = entriesOf(list);
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 };
  const target = targets[key];
  if (target === undefined) return false;
  entries[(target + entries.length) % entries.length]?.focus();
  return true;
}
