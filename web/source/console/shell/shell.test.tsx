import { expect, test } from "vitest";
import { fakeService, OPERATOR, OWNER, openConsole } from "../../testing/console-page";
import { example } from "../../testing/fake-service";
import { goTo, screen, user, within } from "../../testing/page";
import type { CallerInfo } from "./screen-props";

const READ_ONLY = "Your key may only read. Changes need a key with the group Management.";
const VENUE = example<{ venueId: string; tenantId: string }>("getVenue");
const TABS = ["map", "record", "rules", "imagery", "aliases", "grants", "preview"];

const limited = (...groups: NonNullable<CallerInfo["groups"]>): CallerInfo => ({ ...OWNER, groups });
const screens = () => {
  const links = within(screen.getByRole("navigation", { name: "Screens" })).getAllByRole("link");
  return links.map(({ textContent }) => textContent);
};

/** Opens an address, and finds a text in the tab that it shows, or else on its screen. */
async function findAt(address: string, text: string) {
  await goTo(address);
  await expect
    .poll(() => {
      const shown = document.querySelector("[role=tabpanel]:not([hidden])") ?? document.querySelector("main");
      return shown?.textContent;
    })
    .toContain(text);
}

test.each([
  { caller: OWNER, listed: ["Keys", "Venues", "Events", "Webhooks", "Audit", "You"] },
  { caller: OPERATOR, listed: ["Keys", "Venues", "Events", "Webhooks", "Audit", "Tenants", "You"] },
])("tenants are for admin scope: $caller.scope", async ({ caller, listed }) => {
  fakeService(caller);
  await openConsole("keys");
  expect(screens()).toEqual(listed);
});

test("an address that names no screen has the first one, and one that does not exist says so", async () => {
  fakeService();
  await openConsole("");
  await screen.findByRole("heading", { level: 1, name: "Keys" });
  await findAt("kees", "Page not found");
});

test("another screen takes the focus, and the skip link leads to it", async () => {
  fakeService();
  await openConsole("keys");
  await user.click(screen.getByRole("link", { name: "You" }));
  await screen.findByRole("heading", { level: 1, name: "You" });
  const main = screen.getByRole("main");
  expect(document.activeElement).toBe(main);
  main.blur();
  await user.click(screen.getByRole("link", { name: "Skip to content" }));
  expect(document.activeElement).toBe(main);
});

test("a key that only reads finds the reason in place of every button that would be refused", async () => {
  const service = fakeService(limited("management_read_only", "seats", "events"));
  await openConsole("keys");
  await screen.findByText(READ_ONLY);
  await findAt("keys/key_1", READ_ONLY);
  await findAt("keys/new", READ_ONLY);
  await findAt("venues", READ_ONLY);
  await findAt("venues/new", READ_ONLY);
  for (const tab of ["design", "record", "rules", "imagery", "aliases", "grants"]) {
    await findAt(`venues/${VENUE.venueId}/${tab}`, READ_ONLY);
  }
  await findAt(`venues/${VENUE.venueId}/preview`, "The view from a seat");
  const refused = /^(Save|Publish|Add alias|Grant|End grant|Discard changes|Revoke|Delete .*)$/;
  expect(screen.queryByRole("button", { name: refused, hidden: true })).toBeNull();
  expect(screen.queryByLabelText("Choose images")).toBeNull();
  expect(service.requests.length).toBeGreaterThan(10);
});

test("a key for events alone begins with them and asks for nothing else", async () => {
  fakeService(limited("events"));
  await openConsole("");
  await screen.findByRole("heading", { level: 1, name: "Events" });
  expect(screens()).toEqual(["Events", "You"]);
  await findAt(`events?venue=${VENUE.venueId}`, "The map is not shown. This needs a key with the group Seats.");
  await findAt("venues", "This needs a key with the group Management (read only). Yours has: Events.");
  await findAt("you", "The key that you are signed in with");
});

test("a key for sessions alone is told what the console needs", async () => {
  fakeService(limited("sessions"));
  await openConsole("keys");
  await screen.findByRole("heading", { name: "Your key is not for this screen" });
  expect(screens()).toEqual(["You"]);
  await user.click(screen.getByRole("link", { name: "See what your key may do." }));
  await screen.findByText("Sessions", { selector: "dd" });
});

test("a technician's key without sessions is told what the viewer needs", async () => {
  fakeService(limited("management", "seats"));
  await openConsole(`venues/${VENUE.venueId}/preview`);
  await user.type(await screen.findByLabelText("Seat"), "107/K/9{Enter}");
  await screen.findByText(/The viewer is not shown here\. This needs a key with the group Sessions\./);
});

test("a key for one venue makes no others", async () => {
  fakeService({ ...OWNER, venues: [VENUE.venueId] });
  await openConsole("venues");
  await screen.findByText(/a new one would not be among them/);
});

test("no tab of a granted venue asks for what is refused", async () => {
  const service = fakeService({ ...OWNER, tenantId: "ten_grantee" });
  await openConsole(`venues/${VENUE.venueId}/preview`);
  await screen.findByRole("tablist");
  for (const tab of TABS) {
    await goTo(`venues/${VENUE.venueId}/${tab}`);
    expect(screen.getByRole("tab", { selected: true }).textContent?.toLowerCase()).toBe(tab);
  }
  for (const operation of ["listGrants", "replaceVenue", "putImage"]) expect(service.received(operation)).toEqual([]);
});

test("the title of the page names what it shows, and every screen links to its page of the guide", async () => {
  // A change feed in which nothing happens.
  fakeService(OPERATOR).answer("listChanges", ({ query }) =>
    query.after === "now" ? { data: [], next: "1-a" } : new Promise<Response>(() => undefined),
  );
  await openConsole("");
  const { venueId } = VENUE;
  const key = example<{ label: string }>("getKey");
  const name = example<{ name: string }>("getVenue").name;
  const webhook = example<{ label: string }>("getWebhook").label;
  for (const [address, title, guide] of [
    ["keys", "Keys", "rotate-keys.html#which-key-for-whom"],
    ["keys/new", "Create a key · Keys", "rotate-keys.html#create"],
    ["keys/key_1", `${key.label} · Keys`, "rotate-keys.html#rotate"],
    ["venues", "Venues", "concepts.html#venue"],
    ["venues/new", "New venue · Venues", "first-hall.html"],
    [`venues/${venueId}/design`, `${name} · Design`, "first-hall.html"],
    [`venues/${venueId}/rules`, `${name} · Rules`, "label-rules.html"],
    ["events", "Events", "concepts.html#event"],
    ["webhooks", "Webhooks", "webhooks.html"],
    ["webhooks/changes", "What changed", "recipes-in-step.html"],
    ["webhooks/whk_1", `${webhook} · Webhooks`, "webhooks.html#what-arrives"],
    ["audit", "Audit", "rotate-keys.html#who-changed-what"],
    ["tenants", "Tenants", "concepts.html#tenant"],
    ["you", "You", "concepts.html#key"],
  ]) {
    await goTo(address!);
    await expect.poll(() => document.title).toBe(`${title} · Seat Preview console`);
    const links = within(screen.getByRole("main")).getAllByRole("link", { name: "Guide" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([`/guide/${guide}`]);
  }
  await goTo("kees");
  await expect.poll(() => document.title).toBe("Page not found · Seat Preview console");
});
