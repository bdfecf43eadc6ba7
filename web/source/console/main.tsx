// The entry point of the console. The console is a client of the public API and has no endpoint of its own.
import { render } from "preact";
import { useState } from "preact/hooks";

import "../design/theme.css";
import type { CallerInfo } from "./shell/screen-props";
import { Shell } from "./shell/shell";
import "../design/overlays.css";
import "./shell/shell.css";
import { setSignOutHandler } from "./signin/session";
import { SignIn } from "./signin/signin";

function Console() {
  const [caller, setCaller] = useState<CallerInfo | null>(null);
  setSignOutHandler(() => setCaller(null));
  return caller === null ? <SignIn onSignedIn={setCaller} /> : <Shell caller={caller} />;
}

render(<Console />, document.getElementById("console")!);
