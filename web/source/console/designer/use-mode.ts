// What is being worked on in the designer, as the address names it: #/venues/<id>/design/images.
import { useEffect, useState } from "preact/hooks";
import { hashOf, routeOf } from "../shell/route";
import { MODES } from "./modes";

export function useMode(venueId: string): [string, (id: string) => void] {
  const [mode, setMode] = useState(() => namedMode() ?? MODES[0]!.id);
  useEffect(() => {
    // An address of the designer that names nothing to work on leaves it as it was.
    const follow = () => setMode((before) => namedMode() ?? before);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const go = (id: string) => {
    setMode(id);
    location.hash = hashOf(`/venues/${venueId}/design/${id}`);
  };
  return [mode, go];
}

function namedMode(): string | null {
  const [, tab, mode] = routeOf(location.hash).path;
  return tab === "design" ? (MODES.find(({ id }) => id === mode)?.id ?? null) : null;
}
