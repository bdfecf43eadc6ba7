// The viewer while its session lasts, and a notice afterwards.
import { useEffect, useState } from "preact/hooks";
import type { HostChannel } from "./host-channel";
import { type Messages, problemSentence } from "./messages";
import { Notice } from "./notice";
import type { Session } from "./session";
import { type Texts, useTexts } from "./use-texts";
import { Viewer, type ViewerProps } from "./viewer";

export type AppProps = Omit<ViewerProps, "texts" | "onVenueLocale"> & {
  /** The language to start with. */
  initialTexts: Texts;
  /** Whether the session or the address names the language, which then wins over the venue's. */
  isLocaleAsked: boolean;
};

export function App({ initialTexts, isLocaleAsked, ...props }: AppProps) {
  const [venueLocale, setVenueLocale] = useState<string | undefined>(undefined);
  const texts = useTexts(initialTexts, isLocaleAsked, venueLocale);
  const ended = useSessionEnd(props.session, props.hostChannel, texts.messages);
  if (ended !== null) return <Notice sentence={problemSentence(texts.messages, ended)} />;
  return <Viewer {...props} texts={texts} onVenueLocale={setVenueLocale} />;
}

/** The code of the problem that ended the session; null while it is valid. */
function useSessionEnd(session: Session, hostChannel: HostChannel, messages: Messages): string | null {
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    session.onEnded = (code) => {
      setEnded(code);
      hostChannel.send({ event: "problem", code, detail: problemSentence(messages, code) });
    };
  }, [session, hostChannel, messages]);
  return ended;
}
