// The console: the sign-in page, or the screens of the key that somebody signed in with.
import type { Problem } from "@seatpreview/client";
import { useEffect, useState } from "preact/hooks";
import type { CallerInfo } from "./shell/screen-props";
import { Shell } from "./shell/shell";
import { toApiProblem } from "./shell/use-request";
import "../design/overlays.css";
import "./shell/shell.css";
import { hasKeptKey, type SignOutReason, setSignOutHandler, signInAgain } from "./signin/session";
import { SignIn } from "./signin/signin";

export function Console() {
  const [caller, setCaller] = useState<CallerInfo | null>(null);
  const [isResuming, setResuming] = useState(hasKeptKey);
  const [problem, setProblem] = useState<Problem>();
  const [signedOut, setSignedOut] = useState<SignOutReason>("asked");
  setSignOutHandler((reason) => {
    setSignedOut(reason);
    setProblem(undefined);
    setCaller(null);
  });

  useEffect(() => {
    if (!isResuming) return;
    signInAgain()
      .then(setCaller, (failure: unknown) => setProblem(toApiProblem(failure)))
      .finally(() => setResuming(false));
  }, []);

  if (caller !== null) return <Shell caller={caller} />;
  if (isResuming) return <p class="resuming">Signing in again…</p>;
  return <SignIn onSignedIn={setCaller} signedOut={signedOut} problem={problem} />;
}
