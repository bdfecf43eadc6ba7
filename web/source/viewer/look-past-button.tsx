// The button that leaves out people and bodies near the eye, and the note on the picture while it does. Both are loaded
// after the first view, with their texts.
import { useEffect, useState } from "preact/hooks";
import { type Language, type Locale, languageOf } from "./locales";
import type { LookPast } from "./renderer";
import type { Preview } from "./types";

const TEXTS: Record<Language, { button: string; note: string }> = {
  en: { button: "Look past", note: "People and objects close by are hidden." },
  de: { button: "Freie Sicht zeigen", note: "Personen und Gegenstände in der Nähe sind ausgeblendet." },
  es: { button: "Ver sin obstáculos", note: "Se han ocultado las personas y los objetos cercanos." },
  fr: { button: "Voir sans obstacle", note: "Les personnes et les objets proches sont masqués." },
  it: { button: "Vedi senza ostacoli", note: "Le persone e gli oggetti vicini sono nascosti." },
  nl: { button: "Vrij zicht tonen", note: "Mensen en voorwerpen dichtbij zijn verborgen." },
  pt: { button: "Ver sem obstáculos", note: "As pessoas e os objetos próximos estão ocultos." },
};

export type LookPastButtonProps = {
  lookPast: LookPast;
  sightline: Preview["sightline"];
  locale: Locale;
};

/** Nothing is shown where nothing near hides what people look at. Each view begins with everything in it. */
export function LookPastButton({ lookPast, sightline, locale }: LookPastButtonProps) {
  const [isUseful, setUseful] = useState(false);
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    setUseful(false);
    setOn(false);
    void lookPast.isUseful(toldBy(sightline)).then((is) => isCurrent && setUseful(is));
    return () => {
      isCurrent = false;
    };
  }, [lookPast]);
  if (!isUseful) return null;
  const { button, note } = TEXTS[languageOf(locale)];
  const toggle = () => {
    setOn(!isOn);
    void lookPast.set(!isOn, toldBy(sightline));
  };
  return (
    <>
      <div class="choice">
        <button type="button" aria-pressed={isOn} onClick={toggle}>
          {button}
        </button>
      </div>
      <p class="told-on-view" role="status" hidden={!isOn}>
        {isOn && note}
      </p>
    </>
  );
}

function toldBy({ visibleShare, obstructions }: Preview["sightline"]): Set<string> | null {
  return visibleShare === null ? null : new Set(obstructions.map(({ id }) => id));
}
