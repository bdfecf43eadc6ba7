// Seeded random numbers, so that a drawing looks the same every time.

/** Returns a number between 0 and 1 that depends on the given integers only. */
export function seededRandom(number: number, salt = 0): number {
  let bits = (Math.imul(number | 0, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca77)) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39) >>> 0;
  return ((bits ^ (bits >>> 15)) >>> 0) / 4294967296;
}
