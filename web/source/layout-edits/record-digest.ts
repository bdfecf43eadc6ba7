// A digest that tells records apart. The order of members does not count, and parts that were seen before are not read
// again.

const known = new WeakMap<object, string>();

/** Returns the digest of a value: the same for two that say the same. Not for secrets: it is quick, and can be forged. */
export function digestOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const seen = known.get(value);
  if (seen !== undefined) return seen;
  const parts = Array.isArray(value)
    ? value.map(digestOf)
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, member]) => `${JSON.stringify(name)}:${digestOf(member)}`);
  const digest = hashOf(`${Array.isArray(value) ? "[" : "{"}${parts.join(",")}`);
  known.set(value, digest);
  return digest;
}

/** A hash of 53 bits, of two that are mixed. */
function hashOf(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2_654_435_761);
    other = Math.imul(other ^ code, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & other) + (one >>> 0)).toString(36);
}
