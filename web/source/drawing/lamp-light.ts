// The light of small lamps in a theatre.
import type { Colour } from "./mesh-builder";

export const LAMP_LIGHT: Colour = [1, 0.84, 0.55];
