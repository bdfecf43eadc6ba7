// The key of this tab. It is kept in a variable only, so a reload asks for it again.
import { Client } from "@seatpreview/client";
import type { CallerInfo } from "../shell/screen-props";

let key: string | null = null;
let onSignOut: () => void = () => undefined;

export const api = new Client({ key: () => key });

/** Signs in and returns what the API says about the key. A key that the API refuses is not kept. */
export async function signIn(secret: string): Promise<CallerInfo> {
  const caller = await new Client({ key: secret }).caller.get();
  key = secret;
  return caller;
}

export function isSignedIn(): boolean {
  return key !== null;
}

export function signOut(): void {
  key = null;
  onSignOut();
}

/** Sets the function that is called when the key has been removed. */
export function setSignOutHandler(tell: () => void): void {
  onSignOut = tell;
}
