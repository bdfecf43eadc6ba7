"""The resolver: finds the place of a label by its key or ref, by the owner's label rules and by the venue's
names."""

from collections.abc import Iterable

from msgspec.structs import replace

from seatpreview.caching import unique_id
from seatpreview.labels.compiled_rules import CompiledRule, RuleText, compiled_rule
from seatpreview.labels.label_rules import LABEL_CHARACTERS_MAX, MapTo, Rule
from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.matching.readings import Mapped, Readings
from seatpreview.labels.model import Parts, Place, Resolution, SeatWithRef, SectionNames, place_of
from seatpreview.labels.seat_refs import REF_PREFIX, no_seat, seat_by_ref, with_seat_of_ref
from seatpreview.labels.step_budget import NAMES_STEPS_MAX, Steps, StepsExceeded
from seatpreview.labels.text.digits import with_plain_digits
from seatpreview.values.validated_text import without_hidden


class Resolver:
    """Resolves labels of one venue, for previews, sessions, events, examples and dry runs alike.

    A label that is exactly a key of the venue names its place, and the rules are not applied to it. `ref:X`
    names the seat with the ref X, and nothing else. The rules change any other label first, in their order. A
    name that a rule maps to a section takes precedence over the venue's names. A label that would take too
    many steps is declined. A label that is exactly a ref names its seat, unless it names another place too.
    """

    def __init__(
        self,
        sections: Iterable[SectionNames],
        rules: tuple[Rule, ...] = (),
        cache_id: bytes | None = None,
        seat_with_ref: SeatWithRef = no_seat,
    ) -> None:
        self._seat_with_ref = seat_with_ref
        self._sections = {section.id: section for section in sections}
        self._rule_steps: list[tuple[int, CompiledRule]] = [
            (n, compiled_rule(rule)) for n, rule in enumerate(rules) if not isinstance(rule, MapTo)
        ]
        maps = [Mapped(rule.name, rule.section, n) for n, rule in enumerate(rules) if isinstance(rule, MapTo)]
        self._matcher = NameMatcher(self._sections.values(), maps)
        self.cache_id = unique_id() if cache_id is None else cache_id
        """Cached results are stored under it. Resolvers with the same names and rules may share it."""

    def resolve(
        self,
        label: str | Parts,
        readings: Readings | None = None,
        *,
        explain: bool = False,
        steps: Steps | None = None,
    ) -> Resolution:
        """Returns the place that the label names, or why there is none; to explain, also the text that was
        read and what each of its words was taken for. Characters that nobody sees are passed over: they
        come along when a label is copied from a page. With `readings`, words that earlier labels had in
        common with this one are not read again. `steps` are those of one label: who passes them can see how
        many were taken."""
        label = _visible(label)
        steps = steps or Steps()
        if not isinstance(label, str):
            return self._resolve_by_names(label, steps, readings, explain)
        if label.startswith(REF_PREFIX):
            return seat_by_ref(label, self._seat_with_ref)
        place = self._place_with_key(label)
        if place is None and not label.isascii():
            place = self._place_with_key(with_plain_digits(label))
        if place is None:
            found = self._resolve_by_names(label, steps, readings, explain)
            return with_seat_of_ref(found, label, self._seat_with_ref)
        trace = (f"'{label}' is the key of a place",)
        found = Resolution(status="matched", level=place.level, seat=place, confidence=1.0, trace=trace)
        # The id of a section is a name as well, such as '12', and may be the ref of a seat. A key of several
        # parts is what the service itself writes, and always names its own place.
        is_name = place.level == "section"
        return with_seat_of_ref(found, label, self._seat_with_ref) if is_name else found

    def _place_with_key(self, key: str) -> Place | None:
        """Returns the section, row or seat with exactly this key."""
        section_id, *rest = key.split("/")
        section = self._sections.get(section_id)
        if section is None or len(rest) > 2:
            return None
        if rest == [""]:
            return None
        if rest:
            row = section.rows_by_id.get(rest[0])
            if row is None or (len(rest) == 2 and (row.seats is None or rest[1] not in row.seats)):
                return None
        return place_of(section_id, *rest)

    def _resolve_by_names(
        self, label: str | Parts, steps: Steps, readings: Readings | None, explain: bool
    ) -> Resolution:
        fired: list[int] = []
        text = label.section if isinstance(label, Parts) else label
        if self._rule_steps:
            changed = self._apply_rules(text, fired, steps)
            if isinstance(changed, Resolution):
                return changed
            text = changed
            label = replace(label, section=text) if isinstance(label, Parts) else text
        granted = min(steps.left, NAMES_STEPS_MAX)
        names_steps = Steps(granted)
        try:
            resolution = self._matcher.resolve(label, names_steps, readings=readings, explain=explain)
        except StepsExceeded:
            reason = "it has too many words for a venue with this many names, so the search was given up"
            return Resolution(status="unmatched", trace=(reason,), rules=tuple(fired))
        finally:
            steps.left -= granted - names_steps.left
        if not fired:
            return resolution
        trace = (f"rule {fired[-1] + 1} made it '{text.strip()}'", *resolution.trace)
        return replace(resolution, trace=trace, rules=(*fired, *resolution.rules))

    def _apply_rules(self, text: str, fired: list[int], steps: Steps) -> str | Resolution:
        """Returns the text after all rules, or a resolution that declines it."""
        current = RuleText(text)
        for rule, step in self._rule_steps:
            try:
                changed = step.change(current, steps)
            except StepsExceeded:
                return _given_up(rule, fired)
            if changed is None:
                return _declined((*fired, rule))
            if changed != current.text:
                fired.append(rule)
                current = RuleText(changed[:LABEL_CHARACTERS_MAX])
        return current.text


def _visible(label: str | Parts) -> str | Parts:
    if isinstance(label, str):
        return without_hidden(label)
    return Parts(
        section=without_hidden(label.section), row=without_hidden(label.row), seat=without_hidden(label.seat)
    )


def _declined(fired: tuple[int, ...]) -> Resolution:
    return Resolution(status="unmatched", trace=(f"rule {fired[-1] + 1} declines it",), rules=fired)


def _given_up(rule: int, fired: list[int]) -> Resolution:
    trace = (f"rule {rule + 1} would take it beyond the steps that one label may take, and it is given up",)
    return Resolution(status="unmatched", trace=trace, rules=tuple(fired))
