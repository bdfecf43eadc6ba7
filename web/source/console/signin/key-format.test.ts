import { expect, test } from "vitest";

import { keyFormatFault } from "./key-format";

const KEY = `sk_live_${"aB3".repeat(13)}`;

test("a key of the right shape is left to the API", () => {
  expect(keyFormatFault(KEY)).toBeNull();
});

test.each([
  ["", "Paste a secret key"],
  [`${KEY.slice(0, 20)} ${KEY.slice(20)}`, "white space"],
  ["key_3HcV9kQm2WxZ", "keyId"],
  ["st_abc", "session"],
  ["pk_live_abc", "starts with sk_live_"],
  ["sk_live_abc", "too short"],
  [`${KEY}-`, "letters and digits"],
])("%j is told what is wrong", (text, said) => {
  expect(keyFormatFault(text)).toContain(said);
});
