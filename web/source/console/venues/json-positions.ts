// Positions of members in a JSON text by their pointers, and the first place where the text is not JSON.

export type JsonMember = {
  pointer: string;
  /**
   * The member reaches from its name, or in a list its value, to the end of the value; Infinity if the text breaks
   * off.
   */
  start: number;
  end: number;
  valueStart: number;
};

export type JsonPositions = {
  members: ReadonlyMap<string, JsonMember>;
  /** The first syntax fault and its offset; null if the text is valid JSON. */
  fault: { at: number; detail: string } | null;
};

/** Parses as far as the text is valid JSON. Members that are open at a fault reach to the end of the text. */
export function parsePositions(text: string): JsonPositions {
  const scanner = new JsonScanner(text);
  try {
    scanner.document();
    return { members: scanner.members, fault: null };
  } catch (failure) {
    if (failure instanceof JsonSyntaxFault)
      return { members: scanner.members, fault: { at: failure.at, detail: failure.message } };
    throw failure;
  }
}

/** Returns a member by its pointer, or its nearest existing ancestor. */
export function memberAt(positions: JsonPositions, pointer: string): JsonMember | null {
  for (let wanted = pointer; ; wanted = wanted.slice(0, wanted.lastIndexOf("/"))) {
    const found = positions.members.get(wanted);
    if (found !== undefined) return found;
    if (wanted === "") return null;
  }
}

export function lineNumberAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** The pointer of a member within the one that has `pointer`. */
export function pointerOf(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The unescaped parts of a JSON Pointer. */
export function pointerParts(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

class JsonSyntaxFault extends Error {
  constructor(
    readonly at: number,
    detail: string,
  ) {
    super(detail);
  }
}

const PLAIN = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside of a string.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\r\n]*/y;

class JsonScanner {
  readonly members = new Map<string, JsonMember>();
  private at = 0;

  constructor(private readonly text: string) {}

  document(): void {
    this.value("", 0);
    this.space();
    if (this.at < this.text.length)
      throw new JsonSyntaxFault(this.at, "There is more text after the end of the record.");
  }

  private value(pointer: string, start: number): void {
    this.space();
    const member: JsonMember = { pointer, start: Math.min(start, this.at), end: Infinity, valueStart: this.at };
    this.members.set(pointer, member);
    const sign = this.text[this.at];
    if (sign === "{") this.object(pointer);
    else if (sign === "[") this.list(pointer);
    else if (sign === '"') this.string("a value");
    else this.take(PLAIN, "A value is missing here: a text in double quotes, a number, true, false, null, { or [.");
    member.end = this.at;
  }

  private object(pointer: string): void {
    this.at += 1;
    if (this.closes("}")) return;
    do {
      this.space();
      const start = this.at;
      const name = this.string("the name of a member");
      this.space();
      if (this.text[this.at] !== ":") throw new JsonSyntaxFault(this.at, `A colon is missing after ${name}.`);
      this.at += 1;
      this.value(pointerOf(pointer, JSON.parse(name) as string), start);
    } while (this.goesOn("}"));
  }

  private list(pointer: string): void {
    this.at += 1;
    if (this.closes("]")) return;
    let index = 0;
    do {
      this.space();
      this.value(`${pointer}/${index}`, this.at);
      index += 1;
    } while (this.goesOn("]"));
  }

  private closes(end: string): boolean {
    this.space();
    if (this.text[this.at] !== end) return false;
    this.at += 1;
    return true;
  }

  private goesOn(end: string): boolean {
    if (this.closes(end)) return false;
    if (this.text[this.at] !== ",") throw new JsonSyntaxFault(this.at, `A comma or ${end} is missing here.`);
    this.at += 1;
    return true;
  }

  private string(what: string): string {
    return this.take(STRING, `This must be ${what}: a text in double quotes that ends on its line.`);
  }

  private take(pattern: RegExp, detail: string): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) throw new JsonSyntaxFault(this.at, detail);
    this.at += found.length;
    return found;
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.text)?.[0].length ?? 0;
  }
}
