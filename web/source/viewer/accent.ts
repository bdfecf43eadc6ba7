// The colour of the shop's buttons, which the host page chooses.

/** Colours the button that leads to the shop, with text in whichever of black and white is easier to read. */
export function setAccent(colour: string): void {
  const { style } = document.documentElement;
  style.setProperty("--shop", colour);
  style.setProperty("--on-shop", readableOn(colour));
}

/** Returns black or white, whichever has the larger contrast. That contrast is at least 4.5 to 1. */
export function readableOn(colour: string): "#000000" | "#ffffff" {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16)));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) ** 2 > 0.05 * 1.05 ? "#000000" : "#ffffff";
}

function linear(byte: number): number {
  const part = byte / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
