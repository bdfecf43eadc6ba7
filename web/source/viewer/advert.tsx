// An ad beside the view: labelled as one, and reported when it becomes visible and when it is clicked.
import { useEffect, useRef } from "preact/hooks";
import type { Messages } from "./messages";
import type { Ad } from "./types";

const SEEN_SHARE = 0.5;

export function Advert({
  ad,
  messages,
  onSeen,
  onFollowed,
}: {
  ad: Ad;
  messages: Messages;
  onSeen: () => void;
  onFollowed: () => void;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  const latest = useRef(onSeen);
  latest.current = onSeen;

  useEffect(() => {
    if (link.current === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { threshold: SEEN_SHARE },
    );
    watch.observe(link.current);
    return () => watch.disconnect();
  }, [ad.id]);

  // Whoever follows an ad has seen it, even before the browser tells that it came into view. The service takes no click
  // without it.
  const follow = () => {
    onSeen();
    onFollowed();
  };
  return (
    <aside class="advert" aria-label={messages.ad} data-slot={ad.slot}>
      <span class="advert-label" aria-hidden="true">
        {messages.ad}
      </span>
      <a ref={link} href={ad.clickUrl} target="_blank" rel="noopener noreferrer sponsored" onClick={follow}>
        <img src={ad.imageUrl} alt={ad.alt} />
        <span class="visually-hidden"> ({messages.newTab})</span>
      </a>
    </aside>
  );
}
