// Sharing: an address that shows the same seat to somebody else, handed to the device or copied.
import { useCallback, useState } from "preact/hooks";
import { type Locale, languageOf } from "./locales";
import type { Session } from "./session";
import { shareLink } from "./share-link";
import { sharedFragment } from "./url-fragment";
import type { Texts } from "./use-texts";

/** An address that could neither be handed to the device nor be copied, so that the buyer has to copy it. */
export type SharedLink = { url: string; until: string };

export type Sharing = {
  /** The link to show in a dialog; null if there is nothing to show. */
  link: SharedLink | null;
  share: (seat: string | null, title: string) => void;
  close: () => void;
};

/** `tell` is called with a short sentence about what has happened. */
export function useShare(
  session: Session,
  { locale, messages }: Texts,
  configuration: string | null,
  tell: (sentence: string) => void,
): Sharing {
  const [link, setLink] = useState<SharedLink | null>(null);
  const share = async (seat: string | null, title: string) => {
    try {
      const { token, expiresAt } = await session.shareToken();
      const url = new URL(sharedFragment(token, seat, configuration), location.href).href;
      const until = timeText(expiresAt, locale);
      const sharedBy = await shareLink(url, title, navigator);
      if (sharedBy === "clipboard") tell(`${messages.linkCopied} ${messages.linkUntil(until)}`);
      if (sharedBy === "refused") setLink({ url, until });
    } catch {
      tell(messages.linkFailed);
    }
  };
  return {
    link,
    share: (seat, title) => void share(seat, title),
    close: useCallback(() => setLink(null), []),
  };
}

/** Writes a time as people do where the browser is set up, in the language of the texts. */
function timeText(moment: string, locale: Locale): string {
  const tag = navigator.languages.find((each) => each.startsWith(languageOf(locale))) ?? locale;
  const format = { weekday: "short", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(tag, format).format(new Date(moment));
}
