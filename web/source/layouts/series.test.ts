import { describe, expect, it } from "vitest";
import { endingOf, namesBetween, namesFrom, SeriesFault } from "./series";

describe("names that count on", () => {
  it("counts numbers, with what stands before them and their zeros", () => {
    expect(namesBetween("FB8", "FB11", 1, null)).toEqual(["FB8", "FB9", "FB10", "FB11"]);
    expect(namesBetween("098", "101", 1, null)).toEqual(["098", "099", "100", "101"]);
    expect(namesFrom("9", 3, -2)).toEqual(["9", "7", "5"]);
  });

  it("counts letters past Z in both styles", () => {
    expect(namesBetween("Y", "AB", 1, null)).toEqual(["Y", "Z", "AA", "AB"]);
    expect(namesBetween("Y", "BB", 1, "doubled")).toEqual(["Y", "Z", "AA", "BB"]);
    expect(namesFrom("a", 3, 1)).toEqual(["a", "b", "c"]);
  });

  it("refuses what does not count on", () => {
    for (const names of [
      () => namesBetween("A", "12", 1, null),
      () => namesBetween("5", "1", 1, null),
      () => namesBetween("1", "4", 2, null),
      () => namesFrom("Stalls!", 2, 1),
      () => namesFrom("2", 4, -1),
    ]) {
      expect(names).toThrow(SeriesFault);
    }
  });

  it("knows what a name ends in", () => {
    expect(["FB110", "Box-B", "Stalls"].map(endingOf)).toEqual(["110", "B", "Stalls"]);
  });
});
