import { expect, test, vi } from "vitest";
import { fakeService, OWNER, openConsole, SECRET } from "../../testing/console-page";
import { problem } from "../../testing/fake-service";
import { closePage, fill, screen, show, user } from "../../testing/page";
import { Console } from "../console";

const field = () => screen.getByLabelText<HTMLInputElement>("Secret key");

test("a text that is no secret key is refused without a request, and the field keeps the focus", async () => {
  const service = fakeService();
  show(<Console />);
  await expect.poll(() => document.activeElement).toBe(field());
  fill(field(), "key_8Zq3nWmK1fJd5RtYb0Xc");
  await user.keyboard("{Enter}");
  screen.getByText(/This is a keyId, the key's public name\./);
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field());
  expect(service.requests).toEqual([]);
});

test("a key that the service refuses is not kept, and its problem is shown with the code", async () => {
  const service = fakeService().answer("getCaller", () => problem(401, "key_invalid", "There is no such key."));
  show(<Console />);
  fill(field(), SECRET);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("There is no such key.");
  expect(alert.textContent).toContain("key_invalid");

  service.answer("getCaller", OWNER);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("heading", { name: "Keys" });
});

test("the key is hidden until it is asked for, and white space around it is ignored", async () => {
  const service = fakeService();
  show(<Console />);
  expect(field().type).toBe("password");
  await user.click(screen.getByRole("button", { name: "Show" }));
  expect(field().type).toBe("text");
  fill(field(), `  ${SECRET}\n`);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("heading", { name: "Keys" });
  expect(service.requests[0]?.headers.Authorization).toBe(`Bearer ${SECRET}`);
});

test("signing out forgets the key", async () => {
  fakeService();
  await openConsole("keys");
  await user.click(screen.getByRole("button", { name: "Sign out" }));
  expect(field().value).toBe("");
  screen.getByRole("heading", { name: "Sign in to the console" });
});

test("a key that was revoked meanwhile leads back to the sign-in page", async () => {
  const service = fakeService();
  await openConsole("venues");
  service.answer("listKeys", () => problem(401, "key_revoked", "The key was revoked."));
  await user.click(screen.getByRole("link", { name: "Keys" }));
  await screen.findByText("key_revoked", { exact: false });
  await user.click(screen.getByRole("button", { name: "Sign in with another key" }));
  screen.getByRole("heading", { name: "Sign in to the console" });
});

/** Signs in with the checkbox on. */
async function signInToStay() {
  const service = fakeService();
  location.hash = "#/you";
  show(<Console />);
  fill(field(), SECRET);
  await user.click(screen.getByLabelText("Stay signed in in this tab when I reload"));
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("heading", { level: 1, name: "You" });
  return service;
}

/** Makes the page anew, as a reload does. */
function reload() {
  closePage();
  location.hash = "#/you";
  show(<Console />);
}

test("without the checkbox, a reload asks for the key", async () => {
  fakeService();
  await openConsole("you");
  expect(sessionStorage.length).toBe(0);
  reload();
  screen.getByRole("heading", { name: "Sign in to the console" });
});

test("with the checkbox, a reload keeps the sign-in until one signs out", async () => {
  const service = await signInToStay();
  reload();
  await screen.findByRole("heading", { level: 1, name: "You" });
  expect(service.received("getCaller").at(-1)?.headers.Authorization).toBe(`Bearer ${SECRET}`);
  expect(localStorage.length).toBe(0);
  await user.click(screen.getByRole("button", { name: "Sign out" }));
  expect(sessionStorage.length).toBe(0);
  reload();
  screen.getByRole("heading", { name: "Sign in to the console" });
});

test("a kept key that is refused is not kept any longer", async () => {
  const service = await signInToStay();
  service.answer("getCaller", () => problem(401, "key_revoked", "The key was revoked."));
  reload();
  await screen.findByRole("heading", { name: "Sign in to the console" });
  await screen.findByText("key_revoked", { exact: false });
  expect(sessionStorage.length).toBe(0);
});

test("a service that cannot be reached during a reload leaves the kept key for the next one", async () => {
  const service = await signInToStay();
  service.answer("getCaller", () => problem(503, "unavailable", "The database does not answer."));
  reload();
  await screen.findByText(/unavailable/);
  service.answer("getCaller", OWNER);
  reload();
  await screen.findByRole("heading", { level: 1, name: "You" });
  await user.click(screen.getByRole("button", { name: "Sign out" }));
});

test("after an hour without use, the key is removed and the sign-in page says why", async () => {
  await signInToStay();
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now + 59 * 60_000);
  await user.keyboard("{Shift}");
  vi.spyOn(Date, "now").mockReturnValue(now + 118 * 60_000);
  document.dispatchEvent(new Event("visibilitychange"));
  screen.getByRole("heading", { level: 1, name: "You" });
  vi.spyOn(Date, "now").mockReturnValue(now + 120 * 60_000);
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.findByText("You were signed out after an hour without use.");
  expect(sessionStorage.length).toBe(0);
});
