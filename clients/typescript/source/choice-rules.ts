// The rules of a shop for a choice of places, as pure functions. The viewer uses them, too; docs/offers.md explains them.

/** What a shop asks of a choice. A rule that is left out does not apply. */
export type ChoiceRules = {
  /** The smallest number of places. Fewer can be chosen on the way there. */
  atLeast?: number;
  /** The largest number of places. */
  atMost?: number;
  /** Whether all places are side by side. */
  sideBySide?: boolean;
  /** Whether no free seat may be left without a free seat beside it. It gives way where nothing else would do. */
  noSingleSeat?: boolean;
  /** Whether all places are of one category, or of one price. */
  oneOf?: "category" | "price";
  /** Whether a companion seat needs its wheelchair space. */
  companionWithWheelchair?: boolean;
  /** Whether wheelchair spaces are for those who ask for one. For a buyer who has asked, leave it out. */
  wheelchairOnRequest?: boolean;
};

/** Which rule a choice does not obey. */
export type BrokenRule =
  | "atLeast"
  | "atMost"
  | "sideBySide"
  | "noSingleSeat"
  | "oneCategory"
  | "onePrice"
  | "companion"
  | "wheelchair";

/** A seat, an area or a table, as the rules see it. */
export type RuledPlace = {
  /** Whether it can be bought. A chosen seat can. */
  isFree: boolean;
  category: string | null;
  price: number | null;
  isWheelchair: boolean;
  isCompanion: boolean;
  /** How many people it is for: one, or as many as a table has seats that is sold as a whole. */
  count: number;
};

/** Seats side by side, and which of them is the nearest to a place. */
export type SeatRun = { seats: readonly string[]; nearest: number };

/** What the rules have to know of a hall. Places are named by their keys. */
export type RuledHall = {
  /** What is known of a place; null if the hall has none of this key. */
  place: (key: string) => RuledPlace | null;
  /** The seats side by side of which a seat is one, from left to right, with the sold ones: no gap and no aisle is between
   * them. Empty for an area or a whole table. */
  seatsBeside: (key: string) => readonly string[];
  /** All seats of the hall in such runs, those near a place first. */
  runsNear: (key: string) => Iterable<SeatRun>;
};

export type Judgement = {
  /** The rule that forbids the choice; null if it may be made. */
  rule: BrokenRule | null;
  /** What may be chosen instead: all places of each such choice, with those that were chosen before unless these would have
   * to be given up. */
  instead: readonly (readonly string[])[];
};

const INSTEAD_MAX = 3;
/** Of these, as many keep the number of seats and what was chosen before. */
const SAME_NUMBER_MAX = 2;

/**
 * Decides whether places may be added to those that are chosen. With `atLeast`, fewer may be; `unmetRule` tells when a
 * choice is complete. An area is in the lists once for each of its places.
 */
export function judgeChoice(
  rules: ChoiceRules,
  hall: RuledHall,
  chosen: readonly string[],
  added: readonly string[],
): Judgement {
  const wanted = [...chosen, ...added];
  const rule = brokenRule(rules, hall, wanted);
  if (rule === null || rule === "atMost" || rule === "wheelchair") return { rule, instead: [] };
  const isAllowed = (keys: readonly string[]) => obeysRules(rules, hall, keys);
  const instead = choicesInstead(hall, chosen, added, isAllowed);
  // Nobody is kept from a seat because of the seat beside it where no other choice would be better.
  return { rule: rule === "noSingleSeat" && instead.length === 0 ? null : rule, instead };
}

/** Returns the rule that a choice as a whole does not obey, or not yet; null if it obeys all. */
export function unmetRule(rules: ChoiceRules, hall: RuledHall, chosen: readonly string[]): BrokenRule | null {
  const { rule } = judgeChoice(rules, hall, [], chosen);
  return rule ?? (countOf(hall, chosen) < (rules.atLeast ?? 0) ? "atLeast" : null);
}

/** Whether a choice obeys the rules, whatever else there may be. Too few places are no fault. */
export function obeysRules(rules: ChoiceRules, hall: RuledHall, chosen: readonly string[]): boolean {
  return brokenRule(rules, hall, chosen) === null;
}

/** Reads rules that a page has written. What is wrong with them is left out, and told in a sentence. */
export function readRules(value: unknown): { rules: ChoiceRules; faults: string[] } {
  if (value === null || value === undefined) return { rules: {}, faults: [] };
  if (typeof value !== "object" || Array.isArray(value)) return { rules: {}, faults: ["rules must be an object."] };
  const rules: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined || given === null) continue;
    const fault = Object.hasOwn(FAULTS, name) ? FAULTS[name as keyof ChoiceRules](given) : UNKNOWN;
    if (fault === null) rules[name] = given;
    else faults.push(`rules.${name} is left out: ${fault}`);
  }
  const { atLeast, atMost } = rules as ChoiceRules;
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost) {
    faults.push("rules.atLeast is left out: it must not be more than `atMost`.");
    delete rules.atLeast;
  }
  return { rules: rules as ChoiceRules, faults };
}

/** A place with its key. */
export type KeyedPlace = RuledPlace & { key: string };

/** Makes a hall of its rows, from the front to the back, each from left to right with null for a gap or an aisle, and of its
 * areas and tables. */
export function hallOfRows(
  rows: readonly (readonly (KeyedPlace | null)[])[],
  areas: readonly KeyedPlace[] = [],
): RuledHall {
  const runs = rows.flatMap(withoutGaps);
  const places = new Map([...runs.flat(), ...areas].map((place) => [place.key, place]));
  const keys = runs.map((run) => run.map(({ key }) => key));
  const runOf = new Map(keys.flatMap((run) => run.map((key) => [key, run] as const)));
  return {
    place: (key) => places.get(key) ?? null,
    seatsBeside: (key) => runOf.get(key) ?? [],
    runsNear: (key) => {
      const own = keys.indexOf(runOf.get(key) ?? []);
      const slot = Math.max(0, keys[own]?.indexOf(key) ?? 0);
      return keys
        .map((seats, index) => ({ seats, nearest: Math.min(slot, seats.length - 1), away: Math.abs(index - own) }))
        .sort((one, other) => one.away - other.away);
    },
  };
}

function withoutGaps(row: readonly (KeyedPlace | null)[]): KeyedPlace[][] {
  const runs: KeyedPlace[][] = [[]];
  for (const place of row) {
    if (place === null) runs.push([]);
    else runs.at(-1)?.push(place);
  }
  return runs.filter((run) => run.length > 0);
}

/** The rule that a choice breaks; how many places are still missing is no fault of it. */
function brokenRule(rules: ChoiceRules, hall: RuledHall, chosen: readonly string[]): BrokenRule | null {
  const places = chosen.flatMap((key) => hall.place(key) ?? []);
  if (places.some((place) => isOnRequest(rules, place))) return "wheelchair";
  if (rules.companionWithWheelchair === true && chosen.some((key) => lacksWheelchair(hall, chosen, key)))
    return "companion";
  if (countOf(hall, chosen) > (rules.atMost ?? Infinity)) return "atMost";
  if (rules.oneOf !== undefined && new Set(places.map((place) => place[rules.oneOf as "price"])).size > 1)
    return rules.oneOf === "price" ? "onePrice" : "oneCategory";
  if (rules.sideBySide === true && !isSideBySide(hall, chosen)) return "sideBySide";
  if (rules.noSingleSeat === true && leavesSingle(rules, hall, chosen)) return "noSingleSeat";
  return null;
}

/** Whether a place is kept for those who ask for a wheelchair space. */
function isOnRequest(rules: ChoiceRules, place: RuledPlace): boolean {
  if (rules.wheelchairOnRequest !== true) return false;
  return place.isWheelchair || (place.isCompanion && rules.companionWithWheelchair === true);
}

function countOf(hall: RuledHall, keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + (hall.place(key)?.count ?? 1), 0);
}

function isSideBySide(hall: RuledHall, keys: readonly string[]): boolean {
  const different = [...new Set(keys)];
  if (different.length < 2) return true;
  const beside = hall.seatsBeside(different[0] ?? "");
  const slots = different.map((key) => beside.indexOf(key));
  return !slots.includes(-1) && Math.max(...slots) - Math.min(...slots) === different.length - 1;
}

/** Whether a seat that others could buy would be alone because of the choice. */
function leavesSingle(rules: ChoiceRules, hall: RuledHall, keys: readonly string[]): boolean {
  const chosen = new Set(keys);
  const isOpen = (key: string | undefined) => {
    const place = key === undefined || chosen.has(key) ? null : hall.place(key);
    if (place === null || !place.isFree) return false;
    return !isOnRequest(rules, place);
  };
  return [...new Set(keys.map((key) => hall.seatsBeside(key)))].some((seats) =>
    seats.some((key, slot) => {
      const [left = "", right = ""] = [seats[slot - 1], seats[slot + 1]];
      return isOpen(key) && !isOpen(left) && !isOpen(right) && (chosen.has(left) || chosen.has(right));
    }),
  );
}

/** Whether a companion seat is chosen without the wheelchair space that it belongs to. */
function lacksWheelchair(hall: RuledHall, chosen: readonly string[], key: string): boolean {
  if (hall.place(key)?.isCompanion !== true) return false;
  const own = wheelchairsOf(hall, key);
  if (own.length > 0) return !own.some((each) => chosen.includes(each));
  return !chosen.some((each) => hall.place(each)?.isWheelchair === true);
}

/** The wheelchair spaces that a companion seat belongs to: the nearest one in its row, or two that are as near. */
function wheelchairsOf(hall: RuledHall, key: string): string[] {
  const seats = hall.seatsBeside(key);
  const slot = seats.indexOf(key);
  const found = seats.flatMap((each, index) =>
    hall.place(each)?.isWheelchair === true ? [{ each, away: Math.abs(index - slot) }] : [],
  );
  const least = Math.min(...found.map(({ away }) => away));
  return found.filter(({ away }) => away === least).map(({ each }) => each);
}

/** Finds what could be chosen instead, the nearest first: other seats, one seat more, or all seats anew. */
function choicesInstead(
  hall: RuledHall,
  chosen: readonly string[],
  added: readonly string[],
  isAllowed: (keys: readonly string[]) => boolean,
): string[][] {
  const wanted = [...chosen, ...added];
  const from = added[0] ?? "";
  const others = freeWindows(hall, from, added.length, (seats) =>
    seats.some((key) => chosen.includes(key)) ? null : [...chosen, ...seats],
  );
  const longer = freeWindows(hall, from, wanted.length + 1, (seats) =>
    wanted.every((key) => seats.includes(key)) ? [...seats] : null,
  );
  const withWheelchairs = [
    [...chosen, ...inOrder(hall, [...added, ...added.flatMap((key) => wheelchairsOf(hall, key).slice(0, 1))])],
  ];
  const anew = freeWindows(hall, from, wanted.length, (seats) => [...seats]);
  const found: string[][] = [];
  const take = (candidates: Iterable<string[]>, most: number) => {
    for (const keys of candidates) {
      if (found.length >= most) return;
      const isNew = found.every((other) => other.length !== keys.length || !keys.every((key) => other.includes(key)));
      const areFree = keys.every((key) => chosen.includes(key) || hall.place(key)?.isFree === true);
      if (isNew && areFree && isAllowed(keys)) found.push(keys);
    }
  };
  take(others, SAME_NUMBER_MAX);
  take(longerFirst(withWheelchairs, longer), INSTEAD_MAX);
  take(anew, INSTEAD_MAX);
  return found;
}

/** Places, each once, in the order in which they are side by side. */
function inOrder(hall: RuledHall, keys: readonly string[]): string[] {
  const beside = hall.seatsBeside(keys[0] ?? "");
  return [...new Set(keys)].sort((one, other) => beside.indexOf(one) - beside.indexOf(other));
}

function* longerFirst(first: Iterable<string[]>, second: Iterable<string[]>): Iterable<string[]> {
  yield* first;
  yield* second;
}

/** Goes through the groups of free seats side by side, the nearest first, and makes a choice of each. */
function* freeWindows(
  hall: RuledHall,
  from: string,
  length: number,
  choiceOf: (seats: readonly string[]) => string[] | null,
): Iterable<string[]> {
  for (const { seats, nearest } of hall.runsNear(from)) {
    const starts = seats.slice(0, Math.max(0, seats.length - length + 1)).map((_, start) => start);
    const away = (start: number) => Math.abs(start + (length - 1) / 2 - nearest);
    for (const start of starts.sort((one, other) => away(one) - away(other))) {
      const group = seats.slice(start, start + length);
      const choice = group.every((key) => hall.place(key)?.isFree === true) ? choiceOf(group) : null;
      if (choice !== null) yield choice;
    }
  }
}

const UNKNOWN = "there is no such rule.";
const isNumber = (given: unknown) =>
  Number.isInteger(given) && (given as number) >= 1 ? null : "it must be a whole number, 1 or more.";
const isFlag = (given: unknown) => (typeof given === "boolean" ? null : "it must be true or false.");

/** What is wrong with the value of a rule; null if nothing is. */
const FAULTS: Record<keyof ChoiceRules, (given: unknown) => string | null> = {
  atLeast: isNumber,
  atMost: isNumber,
  sideBySide: isFlag,
  noSingleSeat: isFlag,
  oneOf: (given) => (given === "category" || given === "price" ? null : "it must be category or price."),
  companionWithWheelchair: isFlag,
  wheelchairOnRequest: isFlag,
};
