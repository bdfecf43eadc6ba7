// Numbers the rows and seats of all selected blocks at once, with a picture of what it will be.
import type { Designer } from "./designer";

export function NumberingButton(_: { designer: Designer }) {
  return null;
}
