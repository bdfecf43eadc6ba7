import { expect, test } from "vitest";
import { fakeService, OWNER, openConsole, SECRET } from "../../testing/console-page";
import { problem } from "../../testing/fake-service";
import { fill, screen, show, user } from "../../testing/page";
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
