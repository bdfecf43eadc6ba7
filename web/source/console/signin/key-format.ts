// Checks the format of a pasted key without a request.

const SHAPE = /^sk_live_[0-9A-Za-z]{30,}$/;

/** Returns a sentence about what is wrong, or null if the text has the format of a secret key. */
export function keyFormatFault(text: string): string | null {
  if (text === "") return "Paste a secret key. It starts with sk_live_.";
  if (/\s/.test(text)) return "There is white space inside the key. Copy it again, in one piece.";
  if (text.startsWith("key_")) {
    return "This is a keyId, the key's public name. The secret starts with sk_live_ and was shown when the key was made.";
  }
  if (text.startsWith("st_")) return "This is a session's token, for buyers' pages. The console needs a secret key.";
  if (!text.startsWith("sk_live_")) return "A secret key starts with sk_live_.";
  if (!SHAPE.test(text)) {
    return /^sk_live_[0-9A-Za-z]*$/.test(text)
      ? "The key is too short: a part of it is missing."
      : "After sk_live_ there are letters and digits only.";
  }
  return null;
}
