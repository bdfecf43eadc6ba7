// Series of names, counted as the service does it (layouts/series.py): 101 to 124, A to Z and then AA, 001 to 120.

type Style = "numbers" | "letters" | "doubled";

type NameFormat = {
  prefix: string;
  style: Style;
  digitsMin: number;
  isLower: boolean;
};

export class SeriesFault extends Error {}

const COUNTABLE =
  /^(?:(?<beforeDigits>.*?)(?<digits>[0-9]{1,9})|(?<beforeLetters>(?:.*[^\p{L}])?)(?<letters>[A-Z]{1,3}|[a-z]{1,3}))$/u;
const NAMES_MAX = 50_000;

/** Returns `count` names, starting with `first`. */
export function namesFrom(
  first: string,
  count: number,
  step: number,
  style: "letters" | "doubled" = "letters",
): string[] {
  const [script, start] = startOf(first, style);
  if (step === 0) throw new SeriesFault("the step must not be 0");
  if (start + (count - 1) * step < (script.style === "numbers" ? 0 : 1)) {
    throw new SeriesFault(`${count} names from ${first} in steps of ${step} count past the first one that there is`);
  }
  return Array.from({ length: Math.min(count, NAMES_MAX) }, (_, index) => formatName(script, start + index * step));
}

export function namesBetween(first: string, last: string, step: number, style: "letters" | "doubled" | null): string[] {
  const [script, start] = startOf(first, style ?? "letters");
  const end = numberOf(script, last);
  if (end === null) throw new SeriesFault(`${last} does not count on from ${first}`);
  const steps = (end - start) / step;
  if (!Number.isInteger(steps) || steps < 0)
    throw new SeriesFault(`steps of ${step} do not lead from ${first} to ${last}`);
  return namesFromNumber(script, start, Math.min(steps + 1, NAMES_MAX), step);
}

/** The number or letters at the end of a name: 110 of FB110, B of Box-B; the whole name if there are none. */
export function endingOf(name: string): string {
  const found = COUNTABLE.exec(name)?.groups;
  return found?.digits ?? found?.letters ?? name;
}

function namesFromNumber(script: NameFormat, start: number, count: number, step: number): string[] {
  return Array.from({ length: count }, (_, index) => formatName(script, start + index * step));
}

function startOf(first: string, style: "letters" | "doubled"): [NameFormat, number] {
  const found = COUNTABLE.exec(first)?.groups;
  if (found === undefined) throw new SeriesFault(`nothing counts on from ${first}`);
  const { digits, letters } = found;
  const script: NameFormat =
    digits === undefined
      ? { prefix: found.beforeLetters ?? "", style, digitsMin: 0, isLower: letters === letters?.toLowerCase() }
      : {
          prefix: found.beforeDigits ?? "",
          style: "numbers",
          digitsMin: digits.length > 1 && digits.startsWith("0") ? digits.length : 0,
          isLower: false,
        };
  const number = numberOf(script, first);
  if (number === null) throw new SeriesFault(`${first} is not one letter, repeated`);
  return [script, number];
}

function formatName(script: NameFormat, number: number): string {
  if (script.style === "numbers") return script.prefix + String(number).padStart(script.digitsMin, "0");
  const letters = script.style === "doubled" ? doubled(number) : lettersOf(number);
  return script.prefix + (script.isLower ? letters.toLowerCase() : letters);
}

/** Parses a name; null if its number would be formatted differently. */
function numberOf(script: NameFormat, name: string): number | null {
  if (!name.startsWith(script.prefix)) return null;
  const body = name.slice(script.prefix.length);
  const pattern = script.style === "numbers" ? /^[0-9]+$/ : /^[A-Za-z]+$/;
  if (!pattern.test(body)) return null;
  const number = { numbers: Number, letters: lettersNumber, doubled: doubledNumber }[script.style](body);
  return formatName(script, number) === name ? number : null;
}

function lettersOf(number: number): string {
  let [text, rest] = ["", number];
  while (rest > 0) {
    text = String.fromCharCode(65 + ((rest - 1) % 26)) + text;
    rest = Math.floor((rest - 1) / 26);
  }
  return text;
}

function lettersNumber(body: string): number {
  return [...body.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

function doubled(number: number): string {
  return String.fromCharCode(65 + ((number - 1) % 26)).repeat(Math.floor((number - 1) / 26) + 1);
}

function doubledNumber(body: string): number {
  return (body.length - 1) * 26 + body.toUpperCase().charCodeAt(0) - 64;
}
