import { describe, expect, it } from "vitest";

import text from "../api/openapi.json?raw";
import { entriesOf, type OpenApiDocument, withOrigin } from "./openapi-document";
import { credentialOf, curlOf, initialValues, isHarmless, missingParameters, tryRequest } from "./try-request";
import { shownText } from "./try-response";

const openapi: OpenApiDocument = JSON.parse(text);
const entry = (id: string) => entriesOf(openapi).find(({ operation }) => operation.operationId === id)!;
const BASE = "https://seats.example/v1";

describe("the request of Try it", () => {
  it("has the values of the example", () => {
    const request = tryRequest(BASE, entry("previewSeat"), initialValues(entry("previewSeat")));
    expect(request).toEqual({
      method: "GET",
      url: `${BASE}/seats/preview?venue=harbour&seat=107/K/9`,
      headers: {},
      body: null,
    });
  });

  it("names required parameters that are empty", () => {
    const values = initialValues(entry("getKey"));
    expect(missingParameters(entry("getKey"), values)).toEqual(["keyId"]);
  });

  it("encodes what is typed, and sends headers only if they are filled in", () => {
    const values = initialValues(entry("updateKey"));
    values.parameters["path.keyId"] = "key_1?x=#2";
    expect(tryRequest(BASE, entry("updateKey"), values).headers).toEqual({ "Content-Type": "application/json" });
    values.parameters["header.If-Match"] = '"1"';
    const request = tryRequest(BASE, entry("updateKey"), values);
    expect(request.url).toBe(`${BASE}/manage/keys/key_1%3Fx%3D%232`);
    expect(request.headers["If-Match"]).toBe('"1"');
  });

  it("leaves the slashes in the name of an image", () => {
    const values = initialValues(entry("deleteImage"));
    Object.assign(values.parameters, { "path.venueId": "ven_1", "path.name": "north/row a.jpg" });
    expect(tryRequest(BASE, entry("deleteImage"), values).url).toBe(
      `${BASE}/manage/venues/ven_1/imagery/north/row%20a.jpg`,
    );
  });

  it("leaves out an optional body that is empty", () => {
    const values = { ...initialValues(entry("rotateKey")), body: " " };
    expect(tryRequest(BASE, entry("rotateKey"), values)).toMatchObject({ headers: {}, body: null });
  });

  it("is shown as a command without the key, with quotes that hold", () => {
    const values = { ...initialValues(entry("createTenant")), body: `{"name": "O'Neil"}` };
    expect(curlOf(tryRequest(BASE, entry("createTenant"), values), "KEY")).toBe(
      [
        `curl -X POST '${BASE}/manage/tenants'`,
        `-H "Authorization: Bearer $KEY"`,
        `-H 'Content-Type: application/json'`,
        `-d '{"name": "O'\\''Neil"}'`,
      ].join(" \\\n  "),
    );
  });

  it("is sent without a question only if it reads", () => {
    expect(["getKey", "resolveSeats", "testSeatKeys"].map((id) => isHarmless(entry(id)))).toEqual([true, true, true]);
    expect(["createKey", "revokeKey", "replaceVenue"].map((id) => isHarmless(entry(id)))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("takes a session's token where no key may call", () => {
    expect([credentialOf(entry("getSession")), credentialOf(entry("getKey"))]).toEqual(["TOKEN", "KEY"]);
  });
});

it("shows JSON with line breaks, and other text as it is", () => {
  expect(shownText('{"a":1}', "application/problem+json")).toBe('{\n  "a": 1\n}');
  expect(shownText("{broken", "application/json")).toBe("{broken");
  expect(shownText("ready", "text/plain")).toBe("ready");
});

it("fills the address of this page into samples", () => {
  const configured: OpenApiDocument = JSON.parse(text.replaceAll('"/v1', '"https://configured.example/v1'));
  const here = withOrigin(configured, "http://127.0.0.1:9000");
  expect(here.servers[0].url).toBe("http://127.0.0.1:9000/v1");
  expect(JSON.stringify(here.paths)).toContain("http://127.0.0.1:9000/v1/manage/keys");
  expect(JSON.stringify(here.paths)).not.toContain("https://configured.example");
});
