// Reads members of an edited record, which may hold anything, and says where a member is at fault.

/** The reason why a layout cannot be drawn, and the pointer of the member that is at fault. */
export class LayoutFault extends Error {
  constructor(
    readonly pointer: string,
    reason: string,
  ) {
    super(reason);
  }
}

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function object(value: unknown, at: string): Json {
  if (isObject(value)) return value;
  throw new LayoutFault(at, "must be an object");
}

export function list(value: unknown, at: string): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new LayoutFault(at, "must be a list");
}

/** A list of finite numbers. */
export function numbers(value: unknown, at: string): number[] {
  return list(value, at).map((each, index) => {
    if (typeof each === "number" && Number.isFinite(each)) return each;
    throw new LayoutFault(`${at}/${index}`, "must be a number");
  });
}

/** Corners on the ground plan: two numbers each. */
export function corners(value: unknown, at: string): number[][] {
  return list(value, at).map((each, index) => {
    const corner = numbers(each, `${at}/${index}`);
    if (corner.length !== 2) throw new LayoutFault(`${at}/${index}`, "must be two numbers, x and y");
    return corner;
  });
}

export function number(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** One of the stated words; null if the value is none of them. */
export function oneOf<T extends string>(words: readonly T[], value: unknown): T | null {
  return words.find((word) => word === value) ?? null;
}
