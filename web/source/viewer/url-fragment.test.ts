// Tests of the viewer's URL fragment.
import { expect, test } from "vitest";
import { parseFragment, sharedFragment, updateFragment } from "./url-fragment";

test("the token comes first, then the host page's wishes", () => {
  expect(parseFragment("#st_abc&seat=101%2FC%2F4&locale=fr-CA&configuration=match")).toMatchObject({
    token: "st_abc",
    seat: "101/C/4",
    locale: "fr-CA",
    configuration: "match",
  });
});

test("a session for some seats starts with the first of them, unless the page asks for another", () => {
  expect(parseFragment("#st_abc&firstSeat=BoxA%2F%2F3").seat).toBe("BoxA//3");
  expect(parseFragment("#st_abc&firstSeat=BoxA%2F%2F3&seat=101%2FC%2F4").seat).toBe("101/C/4");
});

test("whoever writes a link cannot put a button into it", () => {
  const address = parseFragment("#st_abc&cta=https%3A%2F%2Fevil.example%2Fbuy&ctaLabel=Buy+it");
  expect(Object.values(address).filter((value) => value !== null)).toEqual(["st_abc"]);
});

test("an address without a token has none", () => {
  expect(parseFragment("").token).toBeNull();
  expect(parseFragment("#seat=101").token).toBeNull();
  expect(parseFragment("#sk_live_secret").token).toBeNull();
});

test("theme and colour are what they can be, and nothing else", () => {
  const read = (text: string) => parseFragment(`#st_a&${text}`);
  expect(read("theme=dark&accent=%230c5f73")).toMatchObject({ theme: "dark", accent: "#0c5f73" });
  for (const theme of ["auto", "Dark", "", "x"]) expect(read(`theme=${theme}`).theme).toBeNull();
  for (const accent of ["red", "#fff", "url(https://evil.example)", "#0c5f73;x"])
    expect(read(`accent=${encodeURIComponent(accent)}`).accent).toBeNull();
});

test("a changed seat or token leaves the rest of the address as it is", () => {
  const changed = updateFragment("#st_a&seat=1%2FA%2F1&ctaLabel=Buy", "st_b", "1/A/2");
  expect(changed.startsWith("#st_b&")).toBe(true);
  expect(parseFragment(changed).seat).toBe("1/A/2");
  expect(changed).toContain("ctaLabel=Buy");
});

test("a shared address has the seat and the configuration, and nothing else of its sender", () => {
  expect(sharedFragment("st_long", "101/C/4", "match")).toBe("#st_long&seat=101%2FC%2F4&configuration=match");
  expect(sharedFragment("st_long", null, null)).toBe("#st_long");
});
