// What every screen of the console is given.
import type { Client } from "../../api/client";
import type { components } from "../../api/schema";

export type CallerInfo = components["schemas"]["CallerInfo"];

export type ScreenProps = {
  /** Asks the API with the key of this tab. */
  api: Client;
  /** Who the key is taken to be. */
  caller: CallerInfo;
  /** What follows the screen's own name in the address: of `#/keys/key_1` it is `["key_1"]`. */
  path: string[];
  /** Shows another screen: `go("/keys/key_1")`. A form with unsaved changes is asked about first. */
  go: (path: string) => void;
};

export function isAdmin(caller: CallerInfo): boolean {
  return caller.scope === "admin";
}
