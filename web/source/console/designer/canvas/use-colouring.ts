// Lets a part of the designer colour the seats while it is shown.
import { type Inputs, useEffect, useRef } from "preact/hooks";
import type { Designer } from "../designer";
import type { SeatColour } from "./canvas-tool";
import type { ColouringPart } from "./seat-colouring";

/** Shows the colours that `colour` returns, and asks for them again when one of the inputs changes. */
export function useColouring(designer: Designer, colour: () => SeatColour | null, inputs: Inputs): void {
  const part = useRef<ColouringPart | null>(null);
  useEffect(() => {
    const begun = designer.colouring.begin();
    part.current = begun;
    return () => begun.end();
  }, [designer]);
  useEffect(() => part.current?.show(colour()), [designer, ...inputs]);
}
