// Colours for listings: comments, strings, numbers and words of the language. Enough to read, and no parser.

export type Token = { kind: "comment" | "string" | "name" | "number" | "keyword" | "plain"; text: string };

const KEYWORDS =
  "as async await catch const curl else except export for from function if import in let new null of print return true try false with None True False";

const PATTERN = new RegExp(
  [
    /(?<comment>(?:^|(?<=\s))(?:#|\/\/)[^\n]*)/,
    /(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:))/,
    /(?<string>"(?:[^"\\\n]|\\.)*"|`[^`]*`)/,
    /(?<number>(?<![\w$/.-])-?\d+(?:\.\d+)?(?![\w/.:-]))/,
    new RegExp(`(?<keyword>(?<![\\w$./-])(?:${KEYWORDS.replaceAll(" ", "|")})(?![\\w:/-]))`),
  ]
    .map((part) => part.source)
    .join("|"),
  "gm",
);

/** The parts of a listing. Together they are the listing again. */
export function tokensOf(listing: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of listing.matchAll(PATTERN)) {
    if (match.index > end) tokens.push({ kind: "plain", text: listing.slice(end, match.index) });
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ["plain"];
    tokens.push({ kind: kind as Token["kind"], text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < listing.length) tokens.push({ kind: "plain", text: listing.slice(end) });
  return tokens;
}
