// What people wear, by what they have come for. Neighbours never wear the same.
import type { EventKind } from "./halls";
import type { Colour } from "./mesh-builder";
import { colour } from "./mesh-builder";
import { seededRandom } from "./seeded-random";

/** Shirts and jackets of every day. None has the colour of skin, which looks like a bare back. */
const CASUAL =
  "3d4a63 7a2a36 2f5d62 8c96a3 23262e 5b4a78 3f6b48 2f4585 b4bec9 4c5563 1f2f4a 6d7f96 3a2f42 2b2b30 7d3a5c c6ccd3";
/** At a concert most are dark, and some wear denim. */
const CONCERT =
  "1b1c22 23262e 2b2b30 4a5f80 16181d 5a2230 3f6b48 b4bec9 6f86a8 1f2f2a 70757f 2f3550 5b4a78 33415c 3a2f42 8c96a3";
/** Suits and dresses of an evening. */
const EVENING =
  "1b1c22 23262e 2f3550 16181d 5a2230 1f2f2a 33415c b4bec9 3a2f42 1f2f4a 7a2a36 4c5563 2b2b30 2f5d62 d5d9df 5b4a78";
/** The colours of both teams, and jackets. */
const GAME =
  "b52a2a 2b2b30 3d4a63 9c2530 1f2f4a 4c5563 3f6b48 6d7f96 d5d9df 23262e 2f4585 e6e9ec 5b4a78 8c96a3 2f3550 33415c";

function coloursOf(text: string): readonly Colour[] {
  return text.split(" ").map((each) => colour(`#${each}`));
}

/** Each has 16 colours. */
export const WARDROBES: Record<EventKind, readonly Colour[]> = {
  band: coloursOf(CONCERT),
  orchestra: coloursOf(EVENING),
  play: coloursOf(EVENING),
  match: coloursOf(GAME),
  lecture: coloursOf(CASUAL),
  speaker: coloursOf(CASUAL),
  film: coloursOf(CASUAL),
  none: coloursOf(CASUAL),
};

/** Returns the shirt of somebody in a row: by lot, from one half of a wardrobe or from the other in turn. */
export function shirtOf(wardrobe: readonly Colour[], person: number, row: number): Colour {
  const half = wardrobe.length >> 1;
  return wardrobe[Math.floor(seededRandom(person, 3) * half) + half * ((person + row) & 1)]!;
}

/** Returns a number by which somebody differs from others. None is 0. */
export function chanceOf(person: number): number {
  return 0.002 + 0.996 * seededRandom(person, 6);
}
