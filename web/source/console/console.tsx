// The console: the sign-in page, or the screens of the key that somebody signed in with.
import { useState } from "preact/hooks";
import type { CallerInfo } from "./shell/screen-props";
import { Shell } from "./shell/shell";
import "../design/overlays.css";
import "./shell/shell.css";
import { setSignOutHandler } from "./signin/session";
import { SignIn } from "./signin/signin";

export function Console() {
  const [caller, setCaller] = useState<CallerInfo | null>(null);
  setSignOutHandler(() => setCaller(null));
  return caller === null ? <SignIn onSignedIn={setCaller} /> : <Shell caller={caller} />;
}
