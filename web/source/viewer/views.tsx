// One view, or two that are compared, with the toolbar.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Plan } from "../plan/plan";
import type { FullScreen } from "./device";
import type { EventReporter } from "./event-reporter";
import type { Moves } from "./neighbour-buttons";
import { seatText } from "./preview-text";
import { SeatView } from "./seat-view";
import { DESCRIPTION_IDS } from "./sheet";
import { Toast } from "./toast";
import { Toolbar } from "./toolbar";
import { useGyroscope, type ViewControllers } from "./use-gyroscope";
import type { Media } from "./use-media";
import type { Seats } from "./use-seats";
import type { Texts } from "./use-texts";

export type ViewsProps = {
  seats: Seats;
  /** The keys of the seats that the session is limited to; empty if it is not limited. */
  own: readonly string[];
  plan: Plan | null | undefined;
  media: Media;
  texts: Texts;
  reporter: EventReporter;
  reducedMotion: boolean;
  hasGraphics: boolean;
  onNoGraphics: () => void;
  fullScreen: FullScreen;
  /** The name of the help. */
  help: string;
  /** A short sentence about what has just happened, and the function that shows another. */
  toast: string;
  tell: (sentence: string) => void;
  /** Called when the view of a seat has become visible, or its description where there is no view. */
  onShown: () => void;
  /** Shares the view; null if there is nothing to share. */
  onShare: (() => void) | null;
  onHelp: () => void;
  /** Where the arrows on the view lead that is being changed; null if it has none. */
  moves: Moves | null;
  /** The map over the whole view, its switch, and whether it is shown. */
  map: { isOn: boolean; toggle: () => void } | null;
  largeMap: ComponentChildren;
};

export function Views(props: ViewsProps) {
  const { seats, plan, media, reporter, reducedMotion, hasGraphics, fullScreen, help, onShown, onShare, onHelp } =
    props;
  const { locale, messages } = props.texts;
  const { first, active, comparison } = seats;
  const controllers: ViewControllers = useRef([null, null]);
  const gyroscope = useGyroscope(controllers, () => props.tell(messages.gyroscopeRefused));
  const last = active.past.at(-1);
  return (
    <div class="views" role="group" aria-label={comparison.isOn ? messages.compared : messages.title}>
      {seats.shown.map((pane, index) => (
        <SeatView
          key={index}
          {...{ pane, plan, messages, locale, reducedMotion, hasGraphics, media, onShown }}
          onNoGraphics={props.onNoGraphics}
          isBehind={props.largeMap !== null}
          moves={pane === active ? props.moves : null}
          medium={media.shown[index] ?? "picture"}
          descriptionId={DESCRIPTION_IDS[index] ?? ""}
          controllerRef={(controller) => {
            controllers.current[index === 0 ? 0 : 1] = controller;
          }}
          compared={
            !comparison.isOn
              ? null
              : {
                  name: index === 0 ? messages.first : messages.second,
                  isActive: pane === active,
                  onActivate: () => comparison.activate(index === 1),
                }
          }
          onTurned={(seat) => reporter.reportOnce({ kind: "view_rotated", seat })}
          onDrawn={(seat) => reporter.reportOnce({ kind: "fallback_shown", seat })}
          onFailed={(code) => reporter.error(code)}
        />
      ))}
      {props.largeMap}
      <Toolbar
        map={props.map}
        {...{ messages, gyroscope, fullScreen, help, onShare, onHelp }}
        back={last && { name: messages.backTo(seatText(last.preview, messages)), go: seats.goBack }}
        comparison={props.own.length === 1 || first.preview === null ? null : comparison}
      />
      <Toast sentence={props.toast} />
    </div>
  );
}
