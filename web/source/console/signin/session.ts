// The key of this tab. It lives in this variable and nowhere else: a reload asks for it again.
import { Client } from "../../api/client";
import type { CallerInfo } from "../shell/screen-props";

let key: string | null = null;
let onSignOut: () => void = () => undefined;

export const api = new Client({ bearer: () => key });

/** Who the key is taken to be. A key that the API refuses is not kept. */
export async function signIn(secret: string): Promise<CallerInfo> {
  const asking = new Client({ bearer: () => secret });
  const { data } = await asking.get<CallerInfo>("/caller");
  key = secret;
  return data;
}

export function isSignedIn(): boolean {
  return key !== null;
}

export function signOut(): void {
  key = null;
  onSignOut();
}

/** The page is told when the key is gone, whoever let it go. */
export function setSignOutHandler(tell: () => void): void {
  onSignOut = tell;
}
