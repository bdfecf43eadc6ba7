// The header of a screen: its title, a link to the parent screen, a description and buttons.
import type { ComponentChildren } from "preact";

import { BackIcon } from "../../design/icons";
import { hashOf } from "./route";

type ScreenHeaderProps = {
  title: ComponentChildren;
  /** The parent screen, by its path and its name. */
  parent?: { path: string; name: string };
  description?: ComponentChildren;
  actions?: ComponentChildren;
};

export function ScreenHeader({ title, parent, description, actions }: ScreenHeaderProps) {
  return (
    <header class="head">
      <div class="head-text">
        {parent !== undefined && (
          <a class="head-up" href={hashOf(parent.path)}>
            <BackIcon /> {parent.name}
          </a>
        )}
        <h1>{title}</h1>
        {description !== undefined && <p class="soft">{description}</p>}
      </div>
      {actions !== undefined && <div class="row">{actions}</div>}
    </header>
  );
}
