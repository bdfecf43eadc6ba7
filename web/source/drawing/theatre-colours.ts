// The colours of ornaments in a theatre.
import type { Colour } from "./mesh-builder";
import { colour } from "./mesh-builder";

export const GOLD = colour("#c79a4b");
export const CREAM = colour("#dccaa2");
export const VELVET = colour("#96202c");
export const VELVET_FOLD = colour("#4d0e18");
export const LAMP_LIGHT: Colour = [1, 0.84, 0.55];
