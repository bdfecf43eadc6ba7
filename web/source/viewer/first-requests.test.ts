// Tests of the requests that are sent before the viewer has loaded.
import { beforeEach, expect, test, vi } from "vitest";
import type { Session } from "./session";

const CLAIMS = { sessionId: "ses_1", seats: [], locale: null, expiresAt: "2030-01-01T00:00:00Z" };
const PREVIEW = {
  imagery: { kind: "photo", previewUrl: null, url: "/picture.jpg", expiresAt: null },
  provenance: { distanceM: 1 },
  seat: { key: "1/A/1" },
};

let sent: string[];

beforeEach(() => {
  sent = [];
  vi.resetModules();
});

/** Opens a session by the viewer's address. The service answers by path. */
async function open(fragment: string, answers: Record<string, () => Response>): Promise<Session> {
  vi.stubGlobal("fetch", async (address: string) => {
    const url = new URL(address, "https://seats.example");
    sent.push(url.pathname + url.search);
    return answers[url.pathname]?.() ?? Response.json({});
  });
  vi.stubGlobal("location", { hash: fragment, pathname: "/viewer/key_1" });
  vi.stubGlobal("navigator", { languages: ["en"] });
  // The module reads the address as soon as it is loaded.
  const [{ firstRequests }, { Session }] = await Promise.all([import("./first-requests"), import("./session")]);
  if (firstRequests === null) throw new Error("nothing was sent");
  return Session.open(firstRequests);
}

const toApi = () => sent.filter((path) => path.startsWith("/v1/"));

test("session, preview and neighbours are one request, and the plan is asked for beside it", async () => {
  const session = await open("#st_1&seat=1/A/1&locale=en", {
    "/v1/seats/preview": () => Response.json({ ...PREVIEW, session: CLAIMS, neighbourPreviews: [] }),
  });
  expect(session.claims).toEqual(CLAIMS);
  const preview = await session.preview("1/A/1", "en", null);
  await session.neighbours(preview, "en", null);
  await session.plan("en", null);
  expect(toApi()).toEqual([
    "/v1/seats/preview?seat=1%2FA%2F1&locale=en&withNeighbours=true&withSession=true",
    "/v1/seats/plan?locale=en",
  ]);
});

test("without a seat, the session alone is asked for", async () => {
  const session = await open("#st_1&locale=en", { "/v1/caller": () => Response.json({ session: CLAIMS }) });
  expect(session.claims).toEqual(CLAIMS);
  expect(toApi()).toEqual(["/v1/caller"]);
});

test("a seat that is refused does not refuse the session", async () => {
  const session = await open("#st_1&seat=nowhere&locale=en", {
    "/v1/seats/preview": () => Response.json({ code: "not_found" }, { status: 404 }),
    "/v1/caller": () => Response.json({ session: CLAIMS }),
  });
  expect(session.claims).toEqual(CLAIMS);
  await expect(session.preview("nowhere", "en", null)).rejects.toThrow();
  expect(toApi()).toHaveLength(3);
});

test("a token that is not valid is refused as such", async () => {
  const refused = () => Response.json({ code: "session_expired" }, { status: 401 });
  const answers = { "/v1/seats/preview": refused, "/v1/caller": refused };
  await expect(open("#st_1&seat=1/A/1&locale=en", answers)).rejects.toMatchObject({ code: "session_expired" });
});

test("a service that is older than the page is asked as it understands it", async () => {
  const errors = ["withNeighbours", "withSession"].map((parameter) => ({ parameter, detail: "is not known" }));
  const session = await open("#st_1&seat=1/A/1&locale=en", {
    "/v1/seats/preview": () =>
      sent.at(-1)?.includes("with")
        ? Response.json({ code: "validation_failed", errors }, { status: 400 })
        : Response.json(PREVIEW),
    "/v1/caller": () => Response.json({ session: CLAIMS }),
  });
  expect((await session.preview("1/A/1", "en", null)).seat.key).toBe("1/A/1");
  expect(toApi()).toHaveLength(4);
});
