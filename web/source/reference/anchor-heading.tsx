// Headings with an anchor: a click on it shows the address in the browser's bar, and copies it.
import { useState } from "preact/hooks";

import { CheckIcon, LinkIcon } from "../design/icons";

type AnchorHeadingProps = { level: 2 | 3; title: string; address: string };

export function AnchorHeading({ level, title, address }: AnchorHeadingProps) {
  const Heading = `h${level}` as const;
  const [isCopied, setCopied] = useState(false);
  return (
    <Heading class="anchored">
      {title}{" "}
      <a
        class="anchor"
        href={address}
        aria-label={isCopied ? "Link copied" : `Copy the link to ${title}`}
        title={isCopied ? "Link copied" : "Copy the link"}
        onClick={() => {
          navigator.clipboard?.writeText(new URL(address, location.href).href).then(
            () => setCopied(true),
            () => undefined,
          );
        }}
        onBlur={() => setCopied(false)}
      >
        {isCopied ? <CheckIcon /> : <LinkIcon />}
      </a>
    </Heading>
  );
}
