// The best seats for one to four people, each group with a small view and the reasons.
import type { ChoiceRules } from "@seatpreview/client";
import { useEffect, useState } from "preact/hooks";
import type { Plan } from "../plan/plan";
import { bestChoice, countsBy, labelOfSeats, middleSeat } from "./best-choice";
import type { Locale } from "./locales";
import type { Messages } from "./messages";
import { nameOfSeats } from "./place-name";
import { reasonsOf } from "./preview-text";
import type { BestGroup, BestRules, Session } from "./session";
import { SmallView } from "./small-view";
import type { Preview } from "./types";

export type BestSeatsProps = {
  plan: Plan;
  messages: Messages;
  locale: Locale;
  /** Returns the preview of a seat, for its small view. */
  ask: (seat: string) => Promise<Preview>;
  find: Session["findBest"];
  /** Returns the keys of the seats on sale; undefined if the page has said nothing about that. */
  free: ((plan: Plan) => readonly string[]) | undefined;
  /** The rules of the shop; undefined without any. */
  rules: ChoiceRules | undefined;
  /** What a seat costs, in words. */
  priceOf: ((key: string) => string) | undefined;
  onShow: (seat: string) => void;
  onSeatChosen: () => void;
};

type Found = { count: number; groups: readonly BestGroup[] | "failed" | null };

export function BestSeats(props: BestSeatsProps) {
  const { plan, messages, find, free, rules } = props;
  const [found, setFound] = useState<Found | null>(null);
  // What was found for another set-up or other offers is no longer the best.
  useEffect(() => setFound(null), [plan, free, rules]);
  const look = (count: number) => {
    setFound({ count, groups: null });
    const finish = (groups: Found["groups"]) =>
      setFound((before) => (before?.count === count ? { count, groups } : before));
    find(count, plan.configuration?.id ?? null, free?.(plan) ?? null, rulesOfGroups(rules)).then(
      (groups) => finish(bestChoice(groups)),
      () => finish("failed"),
    );
  };
  const groups = found?.groups ?? null;
  return (
    <section class="best" aria-busy={found !== null && groups === null}>
      <fieldset>
        <legend>{messages.best.title}</legend>
        {countsBy(rules).map((count) => (
          <button
            key={count}
            type="button"
            class="button"
            aria-label={messages.best.count(count)}
            aria-pressed={found?.count === count}
            onClick={() => look(count)}
          >
            {count}
          </button>
        ))}
      </fieldset>
      <p class="soft small" aria-live="polite">
        {found !== null && groups === null && messages.loading}
        {groups === "failed" && messages.problems.other}
        {Array.isArray(groups) && (groups.length === 0 ? messages.best.none : messages.best.count(found?.count ?? 0))}
      </p>
      {groups !== null && groups !== "failed" && groups.length > 0 && (
        <ol>
          {groups.map((group) => (
            <li key={group.seats[0]}>
              <GroupButton {...props} group={group} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The rules that say which groups may be chosen; null without any. */
function rulesOfGroups(rules: ChoiceRules = {}): BestRules | null {
  const { noSingleSeat = false, companionWithWheelchair = false, wheelchairOnRequest = false } = rules;
  if (!noSingleSeat && !companionWithWheelchair && !wheelchairOnRequest) return null;
  return { noSingleSeat, companionWithWheelchair, wheelchairOnRequest };
}

function GroupButton({
  plan,
  messages,
  locale,
  ask,
  priceOf,
  onShow,
  onSeatChosen,
  group,
}: BestSeatsProps & { group: BestGroup }) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const middle = middleSeat(group.seats);
  useEffect(() => {
    let isShown = true;
    ask(middle).then(
      (loaded) => isShown && setPreview(loaded),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [middle]);
  return (
    <button
      type="button"
      class="best-group"
      onClick={() => {
        onShow(labelOfSeats(group.seats));
        onSeatChosen();
      }}
    >
      {preview === null ? (
        <span class="small-view" />
      ) : (
        <SmallView {...{ preview, plan, messages, locale }} isPictureOnly />
      )}
      <strong>{nameOfSeats(group.seats, plan, messages)}</strong>
      {priceOf !== undefined && <span>{priceOf(middle)}</span>}
      <span class="soft">{reasonsOf(group, plan.lookedAt?.kind ?? null, messages, locale).join(messages.comma)}</span>
    </button>
  );
}
