// The search field. "/" goes to it, arrows choose a result, Enter opens it.
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";

import { SearchIcon } from "../design/icons";
import type { OpenApiDocument } from "./openapi-document";
import { search, searchIndex } from "./search-index";

type SearchBoxProps = { openapi: OpenApiDocument; onOpen: (address: string) => void };

export function SearchBox({ openapi, onOpen }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const index = useMemo(() => searchIndex(openapi), [openapi]);
  const results = useMemo(() => search(index, query), [index, query]);
  const isShown = isOpen && query.trim() !== "";

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = target.closest("input, textarea, select, [contenteditable], dialog") !== null;
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  const open = (address: string) => {
    setOpen(false);
    setQuery("");
    input.current?.blur();
    onOpen(address);
  };

  const steer = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      const next = (chosen + step + results.length) % results.length;
      setChosen(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && results[chosen] !== undefined) {
      event.preventDefault();
      open(results[chosen].address);
    } else if (event.key === "Escape") {
      setOpen(false);
      input.current?.blur();
    }
  };

  return (
    <search class="search">
      <SearchIcon />
      <input
        ref={input}
        class="input"
        type="text"
        role="combobox"
        aria-label="Search the reference"
        aria-expanded={isShown}
        aria-controls={`${id}-results`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && results.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder="Search"
        autocomplete="off"
        spellcheck={false}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={steer}
      />
      <kbd aria-hidden="true">/</kbd>
      <div class="search-results card" hidden={!isShown}>
        <div role="listbox" id={`${id}-results`} aria-label="Results">
          {results.map((result, position) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and takes Enter.
            <div
              key={result.address + result.title + result.detail}
              id={`${id}-${position}`}
              role="option"
              tabIndex={-1}
              aria-selected={position === chosen}
              class="search-result"
              // The field would lose the focus, and the list would go, before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => open(result.address)}
            >
              <b>{result.title}</b> <small>{result.kind}</small>
              <span>{result.detail}</span>
            </div>
          ))}
        </div>
        {results.length === 0 && <p role="status">Nothing found for “{query}”.</p>}
      </div>
    </search>
  );
}
