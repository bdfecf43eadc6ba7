import { describe, expect, it } from "vitest";
import { kindsIn, piecesOf, type ReadWord, takenForText } from "./read-words";

function word(start: number, end: number, takenFor: ReadWord["takenFor"], meaning = ""): ReadWord {
  return { start, end, takenFor, meaning };
}

function read(text: string, ...words: ReadWord[]) {
  return piecesOf(text, words).map((piece) => [piece.text, piece.word?.takenFor ?? null]);
}

describe("the pieces of a label", () => {
  it("are its words and what stands between them, and make up the whole text", () => {
    expect(
      read("Sec 107, K-9.", word(0, 3, "marker"), word(4, 7, "section"), word(9, 10, "row"), word(11, 12, "seat")),
    ).toEqual([
      ["Sec", "marker"],
      [" ", null],
      ["107", "section"],
      [", ", null],
      ["K", "row"],
      ["-", null],
      ["9", "seat"],
      [".", null],
    ]);
  });

  it("are counted in code points, also where a character has two units of UTF-16", () => {
    expect(read("🎫🎫 Köln 𝟏", word(3, 7, "section"), word(8, 9, "row"))).toEqual([
      ["🎫🎫 ", null],
      ["Köln", "section"],
      [" ", null],
      ["𝟏", "row"],
    ]);
  });

  it("may touch each other", () => {
    expect(read("FB110", word(0, 2, "level"), word(2, 5, "section"))).toEqual([
      ["FB", "level"],
      ["110", "section"],
    ]);
  });

  it("leave out words that overlap another or lie outside of the text", () => {
    expect(read("107 K", word(4, 9, "row"), word(0, 3, "section"), word(2, 3, "seat"), word(1, 1, "row"))).toEqual([
      ["107", "section"],
      [" K", null],
    ]);
  });

  it("are the text itself where no word is known", () => {
    expect(read("107 K")).toEqual([["107 K", null]]);
    expect(read("")).toEqual([]);
  });
});

describe("what a word was taken for", () => {
  it("is told with its meaning where there is one", () => {
    expect(takenForText(word(0, 1, "section", "orchestra"))).toBe("section, orchestra");
    expect(takenForText(word(0, 1, "against"))).toBe("contradicts the places");
  });

  it("is in the legend once, in the legend's order, if it occurs", () => {
    const results = [
      { words: [word(0, 1, "unknown"), word(1, 2, "section")] },
      { words: [word(0, 1, "section")] },
      {},
    ] as never;
    expect(kindsIn(results)).toEqual(["section", "unknown"]);
  });
});
