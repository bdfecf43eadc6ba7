// Tests of the address from which the element's script is loaded.
import { expect, test } from "vitest";
import { scriptAddress } from "./load-element.js";

test("the script comes from the service, or else from where the session is", () => {
  expect(scriptAddress({ service: "https://seats.example/" })).toBe("https://seats.example/embed.js");
  expect(scriptAddress({ session: "https://seats.example/viewer#st_x" })).toBe("https://seats.example/embed.js");
  expect(scriptAddress({ service: "https://a.example", session: "https://b.example/viewer" })).toBe(
    "https://a.example/embed.js",
  );
  for (const service of [undefined, "", "seats.example"]) expect(scriptAddress({ service })).toBeNull();
});
