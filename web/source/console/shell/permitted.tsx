// A button or a form that only some callers may use. To others, the reason stands in its place.
import type { ComponentChildren } from "preact";
import { InfoIcon } from "../../design/icons";
import type { GuidePage } from "./guide-pages";
import { ScreenHeader } from "./screen-header";

type PermittedProps = {
  /** Why the caller may not use it; null if it may. */
  refusal: string | null;
  children: ComponentChildren;
};

export function Permitted({ refusal, children }: PermittedProps) {
  if (refusal !== null) return <Refusal reason={refusal} />;
  return <>{children}</>;
}

export function Refusal({ reason }: { reason: string }) {
  return (
    <p class="refusal soft small">
      <InfoIcon /> <span>{reason}</span>
    </p>
  );
}

type RefusedScreenProps = {
  title: string;
  guide: GuidePage;
  parent: { path: string; name: string };
  refusal: string;
};

/** A screen that somebody reached by its address, and whose form would be refused. */
export function RefusedScreen({ title, guide, parent, refusal }: RefusedScreenProps) {
  return (
    <>
      <ScreenHeader title={title} guide={guide} parent={parent} />
      <div class="card panel">
        <Refusal reason={refusal} />
      </div>
    </>
  );
}
