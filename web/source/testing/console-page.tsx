// The console in a test: signed in, at one of its screens, with a stand-in for the service.
import { expect, onTestFinished } from "vitest";
import { Console } from "../console/console";
import type { CallerInfo } from "../console/shell/screen-props";
import { forgetUnsavedChanges } from "../console/shell/unsaved-changes";
import { signOut } from "../console/signin/session";
import { example, FakeService } from "./fake-service";
import { fill, screen, show, user } from "./page";

/** Of the format of a secret key. */
export const SECRET = `sk_live_${"a1".repeat(20)}`;

/** The caller of a tenant's key without limits. */
export const OWNER = example<CallerInfo>("getCaller", { groups: null, venues: null });
export const OPERATOR: CallerInfo = { ...OWNER, scope: "admin", tenantId: null };

/** Makes a stand-in for the service that knows this caller. The test fails if the page asks for what would be refused. */
export function fakeService(caller: CallerInfo = OWNER): FakeService {
  const service = new FakeService().answer("getCaller", caller);
  service.groups = caller.groups;
  onTestFinished(() => expect(service.faults).toEqual([]));
  return service;
}

/** Opens a screen of the console, such as "keys/new", and signs in as the caller of the service. */
export async function openConsole(address: string): Promise<void> {
  location.hash = `#/${address}`;
  show(<Console />);
  onTestFinished(() => {
    forgetUnsavedChanges();
    signOut();
  });
  fill(screen.getByLabelText("Secret key"), SECRET);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("navigation", { name: "Screens" });
}
