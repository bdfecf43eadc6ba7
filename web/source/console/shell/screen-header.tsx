// The header of a screen: its title, a link to the parent screen, a description, a link to the guide, and buttons.
import type { ComponentChildren } from "preact";

import { BackIcon, HelpIcon } from "../../design/icons";
import { type GuidePage, guideAddress } from "./guide-pages";
import { usePageTitle } from "./page-title";
import { ProblemNotice } from "./problem-notice";
import { lastAddress } from "./route";
import type { RequestState } from "./use-request";

type ScreenHeaderProps = {
  title: string;
  /** The page of the guide that is about this screen. */
  guide: GuidePage;
  /** The part of the screen that is shown, such as a tab: it follows the title in the title of the page. */
  part?: string | undefined;
  /** The parent screen, by its path and its name. */
  parent?: { path: string; name: string };
  description?: ComponentChildren;
  actions?: ComponentChildren;
  /** Whether all of it stands in one line where there is room, above a screen that needs its height. */
  isFlat?: boolean;
};

export function ScreenHeader({ title, guide, part, parent, description, actions, isFlat = false }: ScreenHeaderProps) {
  usePageTitle(title, part ?? parent?.name);
  return (
    <header class={isFlat ? "head head-flat" : "head"}>
      <div class="head-text">
        {parent !== undefined && (
          <a class="head-up" href={lastAddress(parent.path)}>
            <BackIcon /> {parent.name}
          </a>
        )}
        <h1>{title}</h1>
        {description !== undefined && <p class="soft">{description}</p>}
      </div>
      <div class="row">
        {actions}
        <a class="button button-quiet head-guide" href={guideAddress(guide)} target="_blank" rel="noopener">
          <HelpIcon /> Guide
        </a>
      </div>
    </header>
  );
}

type LoadingScreenProps = Pick<ScreenHeaderProps, "title" | "guide" | "parent"> & {
  request: Pick<RequestState<unknown>, "problem" | "reload">;
};

/** The screen of one record while it is read, or why it cannot be. */
export function LoadingScreen({ request, ...header }: LoadingScreenProps) {
  return (
    <>
      <ScreenHeader {...header} />
      <ProblemNotice problem={request.problem} onRetry={request.reload} />
      {request.problem === undefined && (
        <div class="card panel" aria-busy="true">
          <div class="ghost ghost-panel" />
        </div>
      )}
    </>
  );
}
