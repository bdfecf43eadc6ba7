import { expect, test } from "vitest";

import { shopAddress } from "./shop-address";

const seat = { key: "Süd & West/K/9", section: "Süd & West", row: "K", seat: "9" };
const preview = { seat } as Parameters<typeof shopAddress>[1] & object;

test("an address without placeholders is the same for every seat, and there before the first", () => {
  expect(shopAddress("https://shop.example/basket?a={%22b%22:1}", null)).toBe(
    "https://shop.example/basket?a={%22b%22:1}",
  );
});

test("placeholders are filled with percent-encoded values, in path, query and fragment", () => {
  const filled = shopAddress("https://shop.example/{section}/{row}?seat={seat}&again={seat}#{row}", preview);
  const encoded = "S%C3%BCd%20%26%20West%2FK%2F9";
  expect(filled).toBe(`https://shop.example/S%C3%BCd%20%26%20West/K?seat=${encoded}&again=${encoded}#K`);
  expect(new URL(filled!).searchParams.get("seat")).toBe(seat.key);
});

test("several seats are separated by commas, and a section has no row", () => {
  const seats = [seat, { ...seat, key: "Süd & West/K/10", seat: "10" }];
  const both = shopAddress("https://shop.example/?seats={seat}", { ...preview, seats });
  expect(new URL(both!).searchParams.get("seats")).toBe("Süd & West/K/9,Süd & West/K/10");
  const standing = { ...preview, seat: { key: "PIT", section: "PIT", row: null, seat: null } } as typeof preview;
  expect(shopAddress("https://shop.example/?seat={seat}&row={row}", standing)).toBe(
    "https://shop.example/?seat=PIT&row=",
  );
});

test("while no seat is known there is no address", () => {
  expect(shopAddress("https://shop.example/?seat={seat}", null)).toBeNull();
});

test("a name cannot lead out of the folder", () => {
  const parent = { ...preview, seat: { ...seat, section: ".." } } as typeof preview;
  expect(shopAddress("https://shop.example/seats/{section}/buy", parent)).toBeNull();
  expect(shopAddress("https://shop.example/seats?section={section}", parent)).toBe(
    "https://shop.example/seats?section=..",
  );
});
