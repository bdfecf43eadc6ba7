import { expect, test, vi } from "vitest";
import { problem } from "../testing/fake-service";
import { screen } from "../testing/page";

test("a session of another key than the one in the path is refused, and the buyer reads why", async () => {
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => problem(403, "origin_not_allowed", ""));
  vi.stubGlobal("fetch", fetch);
  document.body.append(Object.assign(document.createElement("div"), { id: "viewer" }));
  // The modules read the address as soon as they are loaded.
  history.replaceState(null, "", "/viewer/key_other#st_1&locale=de");
  const [{ start }, { HostChannel }] = await Promise.all([import("./main"), import("./host-channel")]);
  await start(new HostChannel(window));
  expect(fetch.mock.calls[0]?.[1].headers).toMatchObject({
    Authorization: "Bearer st_1",
    "X-Viewer-Key": "key_other",
  });
  expect(screen.getByRole("alert").textContent).toBe(
    "Diese Seite darf die Vorschau nicht zeigen. Der Shop muss es erlauben.",
  );
});
