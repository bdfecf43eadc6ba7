// The sign-in page, where a secret key is pasted.
import type { Problem } from "@seatpreview/client";
import { useEffect, useId, useRef, useState } from "preact/hooks";

import { EyeIcon, EyeOffIcon, InfoIcon, KeyIcon } from "../../design/icons";
import { SiteHeader } from "../../design/site-header";
import { CheckField, FieldFaults, fieldAttributes } from "../shell/form-fields";
import { ProblemNotice } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import { useAction } from "../shell/use-request";
import { keyFormatFault } from "./key-format";
import { type SignOutReason, signIn } from "./session";
import "./signin.css";

type SignInProps = {
  onSignedIn: (caller: CallerInfo) => void;
  /** Why nobody is signed in any more. */
  signedOut: SignOutReason;
  /** Why the key from before a reload does not work now. */
  problem: Problem | undefined;
};

export function SignIn({ onSignedIn, signedOut, problem }: SignInProps) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [isShown, setShown] = useState(false);
  const [isKept, setKept] = useState(false);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const signingIn = useAction(async (secret: string) => onSignedIn(await signIn(secret, isKept)));

  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    document.title = "Sign in · Seat Preview console";
  }, []);

  const submit = (event: Event) => {
    event.preventDefault();
    const secret = text.trim();
    const wrong = keyFormatFault(secret);
    setFault(wrong);
    signingIn.clearProblem();
    if (wrong !== null) {
      field.current?.focus();
      return;
    }
    void signingIn.run(secret);
  };

  return (
    <>
      <SiteHeader current="/console" />
      <main class="signin" id="main">
        <div class="signin-card card">
          <h1>Sign in to the console</h1>
          {signedOut === "idle" && (
            <p class="note" role="status">
              <InfoIcon /> You were signed out after an hour without use.
            </p>
          )}
          <form class="stack" onSubmit={submit} noValidate>
            <div class="field">
              <label class="field-label" for={id}>
                Secret key
              </label>
              <p class="field-help" id={`${id}-help`}>
                It stays in this tab, until you reload or close it.
              </p>
              <div class="signin-key">
                <input
                  {...fieldAttributes(id, true, fault !== null)}
                  ref={field}
                  class="input mono"
                  // These attributes ask password managers not to store the key.
                  type={isShown ? "text" : "password"}
                  autocomplete="off"
                  data-1p-ignore
                  data-lpignore="true"
                  autocapitalize="off"
                  spellcheck={false}
                  placeholder="sk_live_…"
                  value={text}
                  onInput={(event) => {
                    setText(event.currentTarget.value);
                    setFault(null);
                  }}
                />
                <button
                  type="button"
                  class="button"
                  aria-pressed={isShown}
                  aria-controls={id}
                  onClick={() => setShown(!isShown)}
                >
                  {isShown ? <EyeOffIcon /> : <EyeIcon />} Show
                </button>
              </div>
              <FieldFaults id={`${id}-faults`} faults={fault === null ? [] : [fault]} />
            </div>
            <CheckField
              label="Stay signed in in this tab when I reload"
              help="Your browser then stores the key for this tab, until you sign out, close the tab, or do not use it for an hour. Leave it off on a computer that others use."
              isChecked={isKept}
              onChecked={setKept}
            />
            <ProblemNotice problem={signingIn.problem ?? problem} />
            <button type="submit" class="button button-primary" aria-disabled={signingIn.isBusy}>
              <KeyIcon /> {signingIn.isBusy ? "Checking the key…" : "Sign in"}
            </button>
          </form>
          <section class="signin-help">
            <h2>No key yet?</h2>
            <p>
              A new installation prints keys when <code>script/server</code> starts it for the first time: sign in with
              the tenant key. Whoever runs the service makes one at any time with{" "}
              <code>seatpreview keys create --scope admin</code>.
            </p>
          </section>
        </div>
        <p class="soft small">
          <a href="/third-party-notices">Third-party notices</a>
        </p>
      </main>
    </>
  );
}
