// Tests of the element's session request and frame address.
import { expect, test } from "vitest";
import { frameAddress, originOf, sessionRequest } from "./element-attributes";

function wish(attributes: Record<string, string>) {
  return (name: string) => attributes[name] ?? null;
}

test("a session is asked for with what the page said, and nothing else", () => {
  const request = sessionRequest("https://seats.example", wish({ venue: "arena", locale: "de", "key-id": "key_1" }));
  expect(request.url).toBe("https://seats.example/v1/sessions");
  expect(JSON.parse(request.body)).toEqual({ venue: "arena", locale: "de" });
  expect(request.headers["X-Key-Id"]).toBe("key_1");
});

test("without a key's id the Origin alone speaks", () => {
  expect(sessionRequest("https://seats.example", wish({ venue: "arena" })).headers).not.toHaveProperty("X-Key-Id");
});

test("seat, language and colours stand behind the token, and the button does not", () => {
  const address = frameAddress(
    "https://seats.example/viewer/key_1#st_a",
    wish({ seat: "1/A/2", locale: "de-AT", theme: "dark", accent: "#ffd400", "cta-url": "https://shop.example/" }),
  );
  expect(address).toBe(
    "https://seats.example/viewer/key_1#st_a&seat=1%2FA%2F2&locale=de-AT&theme=dark&accent=%23ffd400",
  );
});

test("the button and whether events are stored are signed into the session", () => {
  const body = (attributes: Record<string, string>) =>
    JSON.parse(sessionRequest("https://seats.example", wish({ venue: "arena", ...attributes })).body);
  const url = "https://shop.example/?a=1&b=2";
  expect(body({ "cta-url": url, events: "off" })).toEqual({ venue: "arena", cta: { url }, events: "off" });
  expect(body({ "cta-url": url, "cta-label": "Buy" }).cta).toEqual({ label: "Buy", url });
  expect(body({ "cta-label": "Buy", events: "on" })).toEqual({ venue: "arena" });
});

test("a label of several seats stands behind the token as it is", () => {
  const address = frameAddress("https://seats.example/viewer/key_1#st_a", wish({ seat: "107 K 9-10" }));
  expect(address).toBe("https://seats.example/viewer/key_1#st_a&seat=107+K+9-10");
});

test("only addresses of the web have an origin", () => {
  expect(originOf("https://seats.example/viewer/key_1#st_a")).toBe("https://seats.example");
  for (const address of ["javascript:alert(1)", "data:text/html,x", "viewer", null])
    expect(originOf(address)).toBeNull();
});
