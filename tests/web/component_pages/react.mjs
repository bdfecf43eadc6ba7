// Mounts the React component, and tells which version of React it is.
import { SeatPreview } from "@seatpreview/react";
import { createElement, version } from "react";
import { createRoot } from "react-dom/client";

export { version };

export function mount(target, { onSeat, onSeatChosen, ...properties }) {
  const root = createRoot(target);
  const shown = (more) => createElement(SeatPreview, { ...properties, ...more, onSeat, onSeatChosen });
  root.render(shown({}));
  return { update: (more) => root.render(shown(more)), unmount: () => root.unmount() };
}
