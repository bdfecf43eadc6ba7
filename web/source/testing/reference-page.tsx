// The API reference in a test, at one of its addresses.
import { expect } from "vitest";
import { Reference } from "../reference/reference";
import { show } from "./page";

/** Opens an address of the reference, such as "/docs/keys#createKey", and returns its content. */
export async function openReference(address: string): Promise<HTMLElement> {
  history.replaceState(null, "", address);
  show(<Reference />);
  // By its tag: to look for a role takes seconds in pages as long as these.
  await expect.poll(() => document.querySelector("main h1")).not.toBeNull();
  return document.querySelector("main")!;
}
