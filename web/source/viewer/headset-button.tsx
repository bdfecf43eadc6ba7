// The button that shows the view in a headset, where the browser has one. It is loaded after the first view, with its texts.
import { useEffect, useRef, useState } from "preact/hooks";
import { type Language, type Locale, languageOf } from "./locales";
import type { Headset } from "./renderer";

const TEXTS: Record<Language, { enter: string; leave: string; inside: string; failed: string }> = {
  en: {
    enter: "View in VR headset",
    leave: "Leave VR headset",
    inside: "The view is now in your headset.",
    failed: "The headset did not start. Check that it is connected and that your browser may use it, then try again.",
  },
  de: {
    enter: "Mit VR-Brille ansehen",
    leave: "VR-Brille beenden",
    inside: "Die Sicht ist jetzt in Ihrer VR-Brille zu sehen.",
    failed:
      "Die VR-Brille ist nicht gestartet. Prüfen Sie, ob sie verbunden ist und der Browser sie verwenden darf, und versuchen Sie es noch einmal.",
  },
  es: {
    enter: "Ver con gafas de RV",
    leave: "Salir de las gafas de RV",
    inside: "La vista está ahora en tus gafas de RV.",
    failed:
      "Las gafas de RV no se han iniciado. Comprueba que están conectadas y que el navegador puede usarlas, e inténtalo de nuevo.",
  },
  fr: {
    enter: "Voir dans un casque VR",
    leave: "Quitter le casque VR",
    inside: "La vue est maintenant dans votre casque VR.",
    failed:
      "Le casque VR n’a pas démarré. Vérifiez qu’il est connecté et que votre navigateur peut l’utiliser, puis réessayez.",
  },
  it: {
    enter: "Guarda con il visore VR",
    leave: "Esci dal visore VR",
    inside: "La vista è ora nel tuo visore VR.",
    failed: "Il visore VR non si è avviato. Controlla che sia collegato e che il browser possa usarlo, poi riprova.",
  },
  nl: {
    enter: "Bekijken met VR-bril",
    leave: "VR-bril verlaten",
    inside: "Het uitzicht is nu te zien in je VR-bril.",
    failed:
      "De VR-bril is niet gestart. Controleer of hij verbonden is en of je browser hem mag gebruiken, en probeer het opnieuw.",
  },
  pt: {
    enter: "Ver com óculos de RV",
    leave: "Sair dos óculos de RV",
    inside: "A vista está agora nos seus óculos de RV.",
    failed:
      "Os óculos de RV não iniciaram. Verifique se estão conectados e se o navegador pode usá-los e tente novamente.",
  },
};

/** Nothing is shown where the browser has no headset. Another seat is shown in the headset, too. */
export function HeadsetButton({ headset, locale }: { headset: Headset; locale: Locale }) {
  const isThere = useHeadsetThere();
  const { isInside, hasFailed, toggle } = useSession(headset);
  if (!isThere && !isInside) return null;
  const { enter, leave, inside, failed } = TEXTS[languageOf(locale)];
  const told = isInside ? inside : hasFailed ? failed : null;
  return (
    <>
      <div class="choice">
        <button type="button" onClick={toggle}>
          {isInside ? leave : enter}
        </button>
      </div>
      <p class="told-on-view" role="status" hidden={told === null}>
        {told}
      </p>
    </>
  );
}

/** Whether the browser has a headset that this page may use. It may be plugged in or out at any time. */
function useHeadsetThere(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const { xr } = navigator;
    // In a frame that may not use headsets, the question is refused.
    const ask = () => xr?.isSessionSupported("immersive-vr").then(setThere, () => setThere(false));
    void ask();
    xr?.addEventListener("devicechange", ask);
    return () => xr?.removeEventListener("devicechange", ask);
  }, []);
  return isThere;
}

/** The session with the headset: it is asked for by a press, and ends by another, in the headset, or with the view. */
function useSession(headset: Headset): { isInside: boolean; hasFailed: boolean; toggle: () => void } {
  const [isInside, setInside] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const session = useRef<Promise<XRSession> | null>(null);
  const end = () => {
    // It may have ended already, or never begun.
    void session.current?.then((begun) => begun.end()).catch(() => {});
    session.current = null;
  };
  useEffect(() => end, []);

  const start = async () => {
    // Browsers grant a session only right after a press, so it is asked for before any script is loaded.
    const asked = navigator.xr!.requestSession("immersive-vr", { optionalFeatures: ["layers"] });
    session.current = asked;
    setFailed(false);
    try {
      const begun = await asked;
      begun.addEventListener("end", () => {
        if (session.current === asked) session.current = null;
        setInside(false);
      });
      endWhenUnseen(begun);
      await headset.show(begun);
      setInside(session.current === asked);
    } catch {
      // Nothing has failed where somebody has ended it meanwhile.
      if (session.current !== asked) return;
      end();
      setFailed(true);
    }
  };
  const toggle = () => {
    if (isInside) end();
    else if (session.current === null) void start();
  };
  return { isInside, hasFailed, toggle };
}

/** Ends a session that nobody sees: the page is hidden, and the headset shows something else. */
function endWhenUnseen(session: XRSession): void {
  const ended = new AbortController();
  const look = () => {
    if (document.hidden && session.visibilityState === "hidden") session.end().catch(() => {});
  };
  session.addEventListener("end", () => ended.abort());
  session.addEventListener("visibilitychange", look);
  document.addEventListener("visibilitychange", look, ended);
}
