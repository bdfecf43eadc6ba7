// The props of every screen of the console.
import type { Client, components } from "@seatpreview/client";
import type { AddressQuery } from "./route";

export type CallerInfo = components["schemas"]["CallerInfo"];

export type ScreenProps = AddressQuery & {
  /** The API client, which sends the key of this tab. */
  api: Client;
  /** What the API says about the key of this tab. */
  caller: CallerInfo;
  /** The parts of the route after the screen's name: `["key_1"]` for `#/keys/key_1`. */
  path: string[];
  /** Navigates to another screen: `go("/keys/key_1")`. Unsaved changes must be confirmed first. */
  go: (path: string) => void;
};

export function isAdmin(caller: CallerInfo): boolean {
  return caller.scope === "admin";
}
