"""The quality of a view: its numbers, its restriction and its words, all made from one computation, so that
they cannot contradict each other."""

from collections.abc import Collection, Iterable, Mapping

import msgspec

from seatpreview.layouts.compiled import SeatKind
from seatpreview.seats.looked_at_words import LookedAtWord
from seatpreview.seats.phrases import PHRASES, Phrases
from seatpreview.seats.sightline_model import (
    Restriction,
    SeenFrame,
    SeenObstruction,
    ShareRange,
    Sightline,
    SightlineState,
)
from seatpreview.sightlines.model import NOTHING_SAID, FrameSeen, HiddenBy, LookedAtKind, Seen
from seatpreview.venues.templates.translated_names import body_name_in_sentence

RESTRICTED_BELOW = 0.6
"""A view that shows a smaller share of the stage, screen or field is restricted, whatever hides the rest."""

HIDDEN_BY_THE_HALL_MOST = 0.15
"""A view is restricted if bodies hide more than this: unlike people, they are there at every event."""

WHOLE_FROM = 0.98
"""From this share on, nearly all is seen, and nothing restricts the view, though people who hide the rest are
named. Below 1 minus this share, nothing counts as seen."""

FROM_THE_SIDE_DEG = 60.0
FROM_BEHIND_DEG = 120.0
"""A stage is seen from the side, or from behind, at larger angles than these. Between both, performers are
seen in profile."""

FRAME_HIDDEN_LEAST = 0.05
"""A larger hidden part of the set or of the screens is said."""

SCREEN_BACK_DEG = 90.0
"""A screen shows its back at larger angles."""


class SeenView(msgspec.Struct, frozen=True, gc=False):
    """What is seen from a place, and what kind of thing is looked at."""

    kind: LookedAtKind
    seen: Seen

    @property
    def has_share(self) -> bool:
        """Whether it is known how much of it is seen. In an area without seats, only the place is known."""
        return self.seen.visible_share is not None

    @property
    def share(self) -> float:
        """The share of it that is seen."""
        return self.seen.visible_share or 0.0

    @property
    def is_whole(self) -> bool:
        """Whether all of it is seen, or nearly all."""
        return self.share >= WHOLE_FROM

    @property
    def is_restricted(self) -> bool:
        """Whether too little is seen, bodies hide too much, or a screen is seen only from behind. Who stands
        in a crowd looks for a place: people restrict nothing there."""
        if self.kind == "screen" and self.is_from_behind:
            return True
        if self.share < RESTRICTED_BELOW and self.seen.share_range is None:
            return True
        return self.hidden_by_the_hall > HIDDEN_BY_THE_HALL_MOST

    @property
    def hidden_by_the_hall(self) -> float:
        """The share that bodies hide, without people."""
        bodies = sum([each.share for each in self.hidden_by if each.kind != "people"])
        return min(bodies, 1.0 - self.share)

    @property
    def hidden_by(self) -> tuple[HiddenBy, ...]:
        """What hides a part of it, and people beside the eye in the first view."""
        return self.seen.hidden_by

    @property
    def has_people_beside(self) -> bool:
        """Whether people beside the eye are in the first view, and hide nothing."""
        return any(each.kind == "people" and each.share == 0 for each in self.hidden_by)

    @property
    def is_from_behind(self) -> bool:
        """Whether the back of a screen is seen, or the backs of the performers on a stage."""
        behind_deg = SCREEN_BACK_DEG if self.kind == "screen" else FROM_BEHIND_DEG
        return (self.seen.side_angle_deg or 0.0) > behind_deg


class ViewQuality(msgspec.Struct, frozen=True, gc=False):
    """What is said of a view."""

    sightline: Sightline
    sentences: tuple[str, ...]
    word: LookedAtWord | None = None
    """The word for what is looked at; None: its kind, or nothing is known of it."""


def view_quality(
    line: Sightline,
    view: SeenView | None,
    names: Mapping[str, str],
    seats: Iterable[SeatKind],
    language: str,
    word: LookedAtWord | None = None,
    *,
    is_pending: bool = False,
    is_curtain_down: bool = False,
) -> ViewQuality:
    """Returns what is said of a view from the line to the focus, what is seen, the names of bodies by their
    ids, and what the venue says of the seats. Where nothing was computed (`None`), nothing is said but which
    bodies are between the eyes and the focus, and why: what is seen is still being computed, or the curtain
    is down. `word` names what is looked at; without, its kind does."""
    phrases = PHRASES[language]
    marks = [seat for seat in seats if "restrictedView" in seat.properties]
    if view is None or not view.has_share:
        obstructions = tuple([_renamed(each, names) for each in line.obstructions])
        computed = in_the_line(obstructions, language)
        why = phrases.pending if is_pending else phrases.curtain_down if is_curtain_down else ""
        sentences = (why, *computed) if why else computed
    else:
        obstructions = tuple([_obstruction(each, names) for each in view.hidden_by])
        named = in_the_line(obstructions, language)
        frame = _frame(view.seen.frame, names, language)
        beside = (phrases.beside,) if view.has_people_beside else ()
        sentences = (*_in_view(view, word or view.kind, phrases), *named, *frame, *beside)
        computed = sentences if is_restricted([body.id for body in line.obstructions], view) else ()
        # What the venue says of its seat is not contradicted.
        sentences = (*named, *frame, *beside) if view.is_whole and marks else sentences
        if not marks and not computed and line.c_value_mm is not None:
            sentences = (*sentences, *_over_the_row_in_front(view, phrases))
    if computed and not marks:
        mark = phrases.properties["restrictedView"]
        sentences = (mark[0].upper() + mark[1:], *sentences)
    restriction = _restriction(marks, computed, phrases)
    state = _state(view, is_pending=is_pending)
    told = _sightline(line, view, obstructions, restriction, state, names)
    return ViewQuality(told, sentences, word)


def is_restricted(in_the_line: Collection[str], view: SeenView | None) -> bool:
    """Returns whether a view counts as restricted: too little is seen, a screen only from behind, or a body
    hides the focus. `in_the_line` are the ids of bodies between the eyes and the focus. A body that hides the
    focus and next to nothing besides does not count."""
    if view is None or not view.has_share:
        return bool(in_the_line)
    if view.is_restricted:
        return True
    hiding = set() if view.is_whole else {each.id for each in view.hidden_by}
    return not hiding.isdisjoint(in_the_line)


def in_the_line(bodies: tuple[SeenObstruction, ...], language: str) -> tuple[str, ...]:
    """Returns the names of what is in the way in a phrase, each once: three pillars are mentioned as one."""
    phrases, hiding = PHRASES[language], tuple([body for body in bodies if not is_beside(body)])
    if not hiding:
        return ()
    return (phrases.labelled.format(label=phrases.in_the_way, text=_listed(hiding, language)),)


def _listed(bodies: tuple[SeenObstruction, ...], language: str) -> str:
    phrases = PHRASES[language]
    own_names = [body_name_in_sentence((body.name or "").strip(), language) for body in bodies]
    return phrases.listed(
        name or phrases.obstructions[body.kind] for name, body in zip(own_names, bodies, strict=True)
    )


def _sightline(
    line: Sightline,
    view: SeenView | None,
    obstructions: tuple[SeenObstruction, ...],
    restriction: Restriction | None,
    state: SightlineState,
    names: Mapping[str, str],
) -> Sightline:
    """Returns the line with what is seen. It is written out, since `replace` takes five times as long."""
    seen = NOTHING_SAID if view is None else view.seen
    return Sightline(
        distance_m=line.distance_m,
        elevation_m=line.elevation_m,
        c_value_mm=line.c_value_mm,
        obstructions=obstructions,
        visible_share=seen.visible_share,
        share_range=_share_range(seen.share_range),
        side_angle_deg=seen.side_angle_deg,
        nearest_m=seen.nearest_m,
        looked_at=None if view is None else view.kind,
        eyes_above_m=seen.eyes_above_m,
        frame=tuple([_seen_frame(part, names) for part in seen.frame]),
        restriction=restriction,
        state=state,
    )


def _share_range(shares: tuple[float, float] | None) -> ShareRange | None:
    return None if shares is None else ShareRange(worst=shares[0], best=shares[1])


def is_beside(each: SeenObstruction) -> bool:
    """Returns whether these are people beside the eye, who are in the picture and hide nothing."""
    return each.kind == "people" and each.hidden_share == 0


def _state(view: SeenView | None, *, is_pending: bool) -> SightlineState:
    if is_pending:
        return "pending"
    return "unknown" if view is None or not view.has_share else "computed"


def _renamed(body: SeenObstruction, names: Mapping[str, str]) -> SeenObstruction:
    return SeenObstruction(id=body.id, name=names.get(body.id), kind=body.kind)


def _obstruction(hidden: HiddenBy, names: Mapping[str, str]) -> SeenObstruction:
    return SeenObstruction(
        id=hidden.id, name=names.get(hidden.id), kind=hidden.kind, hidden_share=round(hidden.share, 2)
    )


def _seen_frame(part: FrameSeen, names: Mapping[str, str]) -> SeenFrame:
    bodies = tuple([_obstruction(each, names) for each in part.hidden_by])
    return SeenFrame(part=part.kind, visible_share=part.visible_share, obstructions=bodies)


def _frame(parts: Iterable[FrameSeen], names: Mapping[str, str], language: str) -> tuple[str, ...]:
    """Returns what hides a part of the set or of the screens, if it hides enough to be missed."""
    phrases = PHRASES[language]
    return tuple(
        [
            phrases.labelled.format(
                label=phrases.frame[part.kind],
                text=_listed(tuple([_obstruction(each, names) for each in part.hidden_by]), language),
            )
            for part in parts
            if part.hidden_by and 1 - part.visible_share > FRAME_HIDDEN_LEAST
        ]
    )


def _in_view(view: SeenView, word: LookedAtWord, phrases: Phrases) -> list[str]:
    """Returns how much of it is seen, and whether from the side or from behind. Of the back of a screen, it
    does not matter how much is seen."""
    if view.kind == "screen" and view.is_from_behind:
        return [phrases.from_behind[view.kind]]
    amounts = [_amount(view, word, phrases), *_range(view, phrases)]
    if view.kind == "field" or (view.seen.side_angle_deg or 0.0) <= FROM_THE_SIDE_DEG:
        return amounts
    seen_from = phrases.from_behind if view.is_from_behind else phrases.from_the_side
    return [*amounts, seen_from["altar" if word == "altar" else view.kind]]


def _range(view: SeenView, phrases: Phrases) -> tuple[str, ...]:
    """Returns what is seen from the worst and the best place of an area, unless both see the same."""
    if view.seen.share_range is None:
        return ()
    worst, best = [phrases.percent.format(number=round(100 * share)) for share in view.seen.share_range]
    return () if worst == best else (phrases.by_place.format(worst=worst, best=best),)


def _amount(view: SeenView, word: LookedAtWord, phrases: Phrases) -> str:
    if view.is_whole:
        amounts = phrases.all_in_view if view.share == 1 else phrases.nearly_all_in_view
        return amounts[word]
    if view.share <= 1 - WHOLE_FROM:
        return phrases.out_of_view[word]
    percent = phrases.percent.format(number=round(100 * view.share))
    return phrases.in_view[word].format(percent=percent)


def _over_the_row_in_front(view: SeenView, phrases: Phrases) -> tuple[str, ...]:
    """Praises the view over the row in front where its people hide nothing. What hides the last two percent
    may be people."""
    is_nearly_whole = view.is_whole and view.share < 1
    has_people = any(each.kind == "people" for each in view.hidden_by)
    return () if is_nearly_whole or has_people else (phrases.clear,)


def _restriction(marks: list[SeatKind], computed: tuple[str, ...], phrases: Phrases) -> Restriction | None:
    """Returns the restriction. What is computed adds to what the venue says, and never takes it away."""
    if not marks and not computed:
        return None
    notes = dict.fromkeys((seat.view_note or "").strip() or phrases.restricted for seat in marks)
    # A note that says what is computed is not repeated.
    reason = phrases.gap.join(dict.fromkeys([phrases.sentence(text) for text in (*notes, *computed)]))
    return Restriction(source="owner" if marks else "computed", reason=reason)
