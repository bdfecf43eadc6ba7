// The head of a screen: where one is, and what can be done here.
import type { ComponentChildren } from "preact";

import { BackIcon } from "../../design/icons";
import { hashOf } from "./route";

type HeadProps = {
  title: ComponentChildren;
  /** The screen above: its path and its name. */
  up?: { path: string; name: string };
  about?: ComponentChildren;
  actions?: ComponentChildren;
};

export function Head({ title, up, about, actions }: HeadProps) {
  return (
    <header class="head">
      <div class="head-text">
        {up !== undefined && (
          <a class="head-up" href={hashOf(up.path)}>
            <BackIcon /> {up.name}
          </a>
        )}
        <h1>{title}</h1>
        {about !== undefined && <p class="soft">{about}</p>}
      </div>
      {actions !== undefined && <div class="row">{actions}</div>}
    </header>
  );
}
