// Moves the focus to the text field for a seat, or to the map. Both are in a script that is loaded later.

export const FIELD_ID = "seat-field";
export const MAP_ID = "venue-map";

export function focusField(): void {
  document.getElementById(FIELD_ID)?.focus();
}

export function focusMap(): void {
  const map = document.getElementById(MAP_ID);
  map?.focus();
  map?.scrollIntoView({ block: "nearest" });
}
