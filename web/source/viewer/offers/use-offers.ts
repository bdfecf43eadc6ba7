// The offers of the host page as state of the viewer. Everything about them is loaded with the first message about them.
import { useEffect, useState } from "preact/hooks";
import type { Plan } from "../../plan/plan";
import type { HostChannel } from "../host-channel";
import type { Session } from "../session";
import type { Texts } from "../use-texts";
import type { OfferStore } from "./offer-store";
import type { Offers } from "./shown-offers";

export type { Offers } from "./shown-offers";

export type OffersOptions = {
  session: Session;
  plan: Plan | null | undefined;
  texts: Texts;
  hostChannel: HostChannel;
  announce: (text: string) => void;
  onFailed: (failure: unknown) => void;
};

/** Returns the offers; null as long as the page has none. */
export function useOffers({ plan, texts, ...host }: OffersOptions): Offers | null {
  const [store, setStore] = useState<OfferStore | null>(null);
  const [offers, onChange] = useState<Offers | null>(null);
  useEffect(() => {
    let loading: Promise<OfferStore> | null = null;
    const load = async () => {
      const loaded = new (await import("./offer-store")).OfferStore({ ...host, onChange });
      setStore(loaded);
      return loaded;
    };
    host.hostChannel.listen({
      offers: (message) => {
        loading ??= load();
        loading.then((loaded) => loaded.receive(message), host.onFailed);
      },
    });
  }, [host.hostChannel]);
  useEffect(() => store?.show(plan ?? null, texts), [store, plan, texts]);
  return offers;
}
