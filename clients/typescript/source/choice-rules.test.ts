// Tests of the rules for a choice of places: what they refuse, and that a refusal always shows a way on.
import { describe, expect, it, test } from "vitest";
import {
  type ChoiceRules,
  hallOfRows,
  judgeChoice,
  type KeyedPlace,
  obeysRules,
  type RuledHall,
  readRules,
  unmetRule,
} from "./choice-rules.js";

const PLAIN = { isFree: true, category: "A", price: 40, isWheelchair: false, isCompanion: false, count: 1 };

/** A row as a text: a free seat `o`, a sold one `x`, a gap `.`, a wheelchair space `w`, a companion seat `c`, one of category B `b`. */
function rowOf(text: string, name: string): (KeyedPlace | null)[] {
  return [...text].map((sign, index) => {
    if (sign === ".") return null;
    const given = { isFree: sign !== "x", isWheelchair: sign === "w", isCompanion: sign === "c" };
    const category = sign === "b" ? { category: "B", price: 20 } : {};
    return { ...PLAIN, ...given, ...category, key: `S/${name}/${index + 1}` };
  });
}

function hallOf(...rows: string[]): RuledHall {
  return hallOfRows(
    rows.map((row, index) => rowOf(row, "ABCDEFGH"[index] ?? "")),
    [
      { ...PLAIN, key: "PIT" },
      { ...PLAIN, key: "T/1", count: 4 },
    ],
  );
}

const seats = (...names: string[]) => names.map((name) => `S/${name[0]}/${name.slice(1)}`);

describe("the rule", () => {
  const refused = (rules: ChoiceRules, hall: RuledHall, chosen: string[], added: string[]) =>
    judgeChoice(rules, hall, chosen, added).rule;

  it("of the largest number counts places of areas and the seats of a table", () => {
    expect(refused({ atMost: 3 }, hallOf("oooo"), ["PIT", "PIT"], seats("A1"))).toBeNull();
    expect(refused({ atMost: 3 }, hallOf("oooo"), ["PIT", "PIT"], seats("A1", "A2"))).toBe("atMost");
    expect(refused({ atMost: 3 }, hallOf("oooo"), [], ["T/1"])).toBe("atMost");
  });

  it("of the smallest number refuses nothing, and tells when a choice is complete", () => {
    const hall = hallOf("oooo");
    expect(refused({ atLeast: 2 }, hall, [], seats("A1"))).toBeNull();
    expect(unmetRule({ atLeast: 2 }, hall, seats("A1"))).toBe("atLeast");
    expect(unmetRule({ atLeast: 2 }, hall, seats("A1", "A2"))).toBeNull();
    expect(unmetRule({ atLeast: 4 }, hall, ["T/1"])).toBeNull();
  });

  it("of seats side by side knows gaps, aisles and rows", () => {
    const rules = { sideBySide: true };
    const hall = hallOf("oo.oo", "ooooo");
    expect(refused(rules, hall, seats("A1"), seats("A2"))).toBeNull();
    expect(refused(rules, hall, seats("A2"), seats("A4"))).toBe("sideBySide");
    expect(refused(rules, hall, seats("A1"), seats("B1"))).toBe("sideBySide");
    expect(refused(rules, hall, seats("B1"), seats("B3"))).toBe("sideBySide");
    expect(refused(rules, hall, ["PIT"], ["PIT", "PIT"])).toBeNull();
    expect(refused(rules, hall, ["PIT"], seats("A1"))).toBe("sideBySide");
  });

  it("of single seats refuses to leave one over, and gives way where nothing else would do", () => {
    const rules = { noSingleSeat: true };
    expect(judgeChoice(rules, hallOf("ooooo"), [], seats("A2"))).toMatchObject({
      rule: "noSingleSeat",
      instead: [seats("A1"), seats("A3"), seats("A1", "A2")],
    });
    // The example of docs/offers.md.
    expect(judgeChoice(rules, hallOf("ooox"), [], seats("A2")).instead).toEqual([seats("A1"), seats("A3")]);
    expect(refused(rules, hallOf("ooo"), [], seats("A1", "A2", "A3"))).toBeNull();
    expect(refused(rules, hallOf("ooo"), [], seats("A1", "A2"))).toBe("noSingleSeat");
    // The hall has no other two seats, and no three of which none were left.
    expect(refused({ ...rules, atMost: 2 }, hallOf("ooo"), [], seats("A1", "A2"))).toBeNull();
    expect(refused(rules, hallOf("xoxooo"), [], seats("A2"))).toBeNull();
  });

  it("of one category or one price compares what is chosen", () => {
    const hall = hallOf("oobb");
    expect(refused({ oneOf: "category" }, hall, seats("A1"), seats("A3"))).toBe("oneCategory");
    expect(refused({ oneOf: "price" }, hall, seats("A1"), seats("A3"))).toBe("onePrice");
    expect(judgeChoice({ oneOf: "price" }, hall, seats("A1"), seats("A3")).instead[0]).toEqual(seats("A1", "A2"));
  });

  it("of companions wants the wheelchair space beside, and offers both", () => {
    const rules = { companionWithWheelchair: true };
    const hall = hallOf("wcoocw");
    expect(judgeChoice(rules, hall, [], seats("A2"))).toMatchObject({ rule: "companion" });
    expect(judgeChoice(rules, hall, [], seats("A2")).instead).toContainEqual(seats("A1", "A2"));
    expect(refused(rules, hall, seats("A1"), seats("A2"))).toBeNull();
    expect(refused(rules, hall, seats("A1"), seats("A5"))).toBe("companion");
  });

  it("of wheelchair spaces keeps them for those who ask", () => {
    const rules = { wheelchairOnRequest: true, companionWithWheelchair: true };
    const hall = hallOf("wco");
    expect(refused(rules, hall, [], seats("A1"))).toBe("wheelchair");
    expect(refused(rules, hall, [], seats("A2"))).toBe("wheelchair");
    expect(refused({ ...rules, wheelchairOnRequest: false }, hall, [], seats("A1"))).toBeNull();
    expect(refused(rules, hall, [], seats("A3"))).toBeNull();
    // Nobody else would buy the wheelchair space, so that it keeps no seat company.
    expect(refused({ ...rules, noSingleSeat: true }, hallOf("oow", "oooo"), [], seats("A1"))).toBe("noSingleSeat");
  });
});

/** The numbers from 0 to 1 that follow a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function anyOf<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

const RULES: readonly ChoiceRules[] = [
  { noSingleSeat: true },
  { sideBySide: true, noSingleSeat: true },
  { sideBySide: true, atMost: 4, oneOf: "category" },
  { oneOf: "price", noSingleSeat: true, atLeast: 2, atMost: 5 },
  { companionWithWheelchair: true, noSingleSeat: true },
  { wheelchairOnRequest: true, companionWithWheelchair: true, sideBySide: true, noSingleSeat: true },
];

test("any buyer in any hall: what is allowed obeys the rules, and what is refused has choices that do", () => {
  let [refusals, ways] = [0, 0];
  const wrong: unknown[] = [];
  for (let seed = 1; seed <= 400; seed++) {
    const random = numbersFrom(seed * 7919);
    const signs = random() < 0.3 ? "oooxx.wc" : "ooooxb.";
    const rows = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
      Array.from({ length: 3 + Math.floor(random() * 8) }, () => anyOf(random, [...signs])).join(""),
    );
    const hall = hallOf(...rows);
    const rules = anyOf(random, RULES);
    const free = rows
      .flatMap((row, index) => rowOf(row, "ABCDEFGH"[index] ?? ""))
      .flatMap((place) => (place?.isFree ? [place.key] : []));
    let chosen: string[] = [];
    for (let step = 0; step < 5 && free.length > 0; step++) {
      const added = [anyOf(random, free)].filter((key) => !chosen.includes(key));
      if (added.length === 0) continue;
      const { rule, instead } = judgeChoice(rules, hall, chosen, added);
      for (const choice of instead) {
        ways++;
        const isOfFree = choice.every((key) => free.includes(key)) && new Set(choice).size === choice.length;
        if (!isOfFree || !obeysRules(rules, hall, choice)) wrong.push({ rows, rules, chosen, added, choice });
      }
      if (rule === null) {
        chosen = [...chosen, ...added];
        // What may be chosen is no dead end afterwards, either: at most more places are missing.
        if (![null, "atLeast"].includes(unmetRule(rules, hall, chosen))) wrong.push({ rows, rules, chosen });
        continue;
      }
      refusals++;
      // A single seat is a reason only where something else can be chosen.
      if (rule === "atLeast" || (rule === "noSingleSeat" && instead.length === 0))
        wrong.push({ rows, rules, chosen, added });
      if (instead[0] !== undefined && random() < 0.5) chosen = [...instead[0]];
    }
  }
  expect(wrong).toEqual([]);
  expect(refusals).toBeGreaterThan(200);
  expect(ways).toBeGreaterThan(200);
});

test("the order in which seats are chosen does not matter to the rules", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = numbersFrom(seed);
    const row = Array.from({ length: 9 }, () => anyOf(random, [..."oooxb"])).join("");
    const hall = hallOf(row, "ooooooo");
    const keys = seats("A1", "A2", "A3", "A4", "B1", "B2").filter(() => random() < 0.5);
    const rules = anyOf(random, RULES);
    expect(obeysRules(rules, hall, keys)).toBe(obeysRules(rules, hall, [...keys].reverse()));
  }
});

test("rules that a page has written are read one by one, and what is wrong is told", () => {
  expect(readRules(null)).toEqual({ rules: {}, faults: [] });
  expect(readRules({ atMost: 4, sideBySide: true, oneOf: "price" })).toEqual({
    rules: { atMost: 4, sideBySide: true, oneOf: "price" },
    faults: [],
  });
  const { rules, faults } = readRules({ atMost: 0, most: 4, sideBySide: "yes", oneOf: "row", noSingleSeat: true });
  expect(rules).toEqual({ noSingleSeat: true });
  expect(faults).toEqual([
    "rules.atMost is left out: it must be a whole number, 1 or more.",
    "rules.most is left out: there is no such rule.",
    "rules.sideBySide is left out: it must be true or false.",
    "rules.oneOf is left out: it must be category or price.",
  ]);
  expect(readRules({ atLeast: 5, atMost: 4 })).toMatchObject({ rules: { atMost: 4 } });
  expect(readRules([]).faults).toEqual(["rules must be an object."]);
});
