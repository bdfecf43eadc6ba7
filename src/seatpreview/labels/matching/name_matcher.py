"""Matches a label with the names of a venue, and weighs the evidence for and against each place.

The matcher never chooses between two places that the label names equally well.
"""

from collections.abc import Iterable
from functools import cached_property

import msgspec
from msgspec.structs import replace

from seatpreview.labels.matching.confidence import (
    EXACT,
    MISREAD,
    WITHOUT_MARKERS,
    confidence_of,
    confidence_without_section,
    doubt_of_number,
)
from seatpreview.labels.matching.doubts import doubt_of_section
from seatpreview.labels.matching.evidence import Candidate, Evidence, evidence_for, evidence_of_name
from seatpreview.labels.matching.explanation import others_of, read_words, readings_of, text_of_parts
from seatpreview.labels.matching.leading_names import better_behind_name
from seatpreview.labels.matching.places import Places, place_key
from seatpreview.labels.matching.readings import Mapped, Reading, Readings, keep_reading, section_text
from seatpreview.labels.matching.second_attempts import texts_meant
from seatpreview.labels.matching.section_mentions import mentions_in
from seatpreview.labels.matching.unnamed_sections import (
    only_section_for_standing,
    says_only_standing,
    section_without_name,
)
from seatpreview.labels.matching.vocabulary import Vocabulary
from seatpreview.labels.model import Parts, Place, ReadWord, Resolution, SectionNames, Status, place_of
from seatpreview.labels.parsing.label_draft import NamesOfVenue
from seatpreview.labels.parsing.label_parser import Statement, read_row, read_seats, read_section, read_text
from seatpreview.labels.parsing.possible_readings import Way
from seatpreview.labels.parsing.seat_lists import Several
from seatpreview.labels.step_budget import Steps
from seatpreview.labels.text.glued_text import glued_words_of
from seatpreview.labels.text.tokens import Token, readable, steps_of_glued_text, tokens_of, words_and_numbers

ALTERNATIVES_MAX = 10
TOKENS_MAX = 120
"""Words, numbers and signs that a label may have. A listing has 30, rarely 60."""
_STEPS_OF_A_TOKEN = 300
_RANK = {"matched": 0, "section_only": 1, "ambiguous": 2, "unmatched": 3}
_STEPS_OF_A_PLACE = 60
_STEPS_OF_A_SEAT = 200


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The outcome of one way to read a label."""

    resolution: Resolution
    """If this way is declined, the trace has only the reason. The other objections are worked out later, for
    the way that is chosen in the end."""
    way: Way
    evidence: Evidence | None = None
    chosen: Candidate | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the words that name the section are exactly its name, or mapped to it by the owner."""
        return self.evidence is None or not self.evidence.said.words


class NameMatcher:
    """Matches labels with the names of one venue. The result is deterministic; the number of steps depends on
    the label and on how many names its words can mean."""

    def __init__(self, sections: Iterable[SectionNames], maps: Iterable[Mapped] = ()) -> None:
        """Prepares the names of a venue. A text in `maps` always means its section, whatever else it might
        mean."""
        maps = tuple(maps)
        self._vocabulary = Vocabulary(sections, (map.name for map in maps))
        self._sections = self._vocabulary.sections
        self._places = Places(self._sections)
        names = self._vocabulary.written.union(*map(words_and_numbers, (map.name for map in maps)))
        self._venue = self._vocabulary.names_for_reading(names, self._places.all_rows)
        # In a text that names a row or a seat, the words for rows and seats have no other meaning, even if
        # sections are named after them.
        self._rows_of_venue = NamesOfVenue(
            frozenset(),
            self._places.all_rows,
            letters=self._venue.letters,
            has_latin_letters=self._venue.has_latin_letters,
        )
        self._glued_words = glued_words_of(self._vocabulary.written)
        self._id = object()
        self._indexes = {section.id: index for index, section in enumerate(self._sections)}
        # A dry run may try another layout. A map to a section that this layout lacks never applies.
        self._maps = {words_and_numbers(map.name): map for map in maps if map.section in self._indexes}

    def resolve(
        self,
        label: str | Parts,
        steps: Steps | None = None,
        *,
        readings: Readings | None = None,
        explain: bool = False,
    ) -> Resolution:
        """Returns the place that the label names, or the reason why there is none. With `explain`, also what
        each word was taken for. Raises `StepsExceeded` if that takes more steps than are left.

        Readings of earlier labels are taken from the cache, where one is given. They never change an answer.
        """
        steps = steps or Steps()
        resolution, tokens = self._resolve(label, steps, readings, explain)
        if resolution.status == "matched":
            return resolution
        has_lettered = self._vocabulary.has_lettered
        for meant, change in texts_meant(label, tokens, self._venue, has_lettered=has_lettered):
            found, _ = self._resolve(meant, steps, readings, explain)
            if found.status == "matched":
                trace = (change, *found.trace)
                return replace(found, confidence=min(found.confidence, MISREAD), trace=trace)
        return resolution

    @cached_property
    def _only_standing(self) -> int | None:
        return only_section_for_standing(self._sections)

    def _resolve(
        self, label: str | Parts, steps: Steps, readings: Readings | None, explain: bool
    ) -> tuple[Resolution, tuple[Token, ...]]:
        """Resolves a label, and returns its tokens too if it is in one piece."""
        if isinstance(label, Parts):
            if label.row.strip() or label.seat.strip():
                return self._resolve_parts(label, steps, readings, explain), ()
            label = label.section
        text = readable(label)
        tokens = tokens_of(text, self._glued_words)
        return self._resolve_text(text, tokens, steps, readings, explain), tokens

    def _resolve_text(
        self, text: str, tokens: tuple[Token, ...], steps: Steps, readings: Readings | None, explain: bool
    ) -> Resolution:
        steps.spend(_STEPS_OF_A_TOKEN * len(tokens) + steps_of_glued_text(text))
        if len(tokens) > TOKENS_MAX:
            return Resolution(status="unmatched", trace=("it has too many words to be the label of a place",))
        spoken = tuple([token.text for token in tokens if not token.is_sign])
        named = self._named(spoken)
        if named is not None and spoken not in self._maps:
            words = (ReadWord(start=0, end=len(text), taken_for="section"),) if explain else ()
            return replace(named, text=text, words=words) if explain else named
        found, is_exact = self._resolve_words(text, tokens, steps, readings, explain)
        if is_exact and found.status == "matched":
            return found
        steps.spend(_STEPS_OF_A_TOKEN * len(tokens))
        venue = self._vocabulary, self._rows_of_venue
        return better_behind_name(
            found, text, tokens, spoken, *venue, self._within, is_exact=is_exact, explain=explain
        )

    def _resolve_words(
        self, text: str, tokens: tuple[Token, ...], steps: Steps, readings: Readings | None, explain: bool
    ) -> tuple[Resolution, bool]:
        """Resolves a label by its words, and tells whether those that name the section are exactly a name."""
        statements = read_text(text, tokens, self._venue)
        if statements[0].refusal and all(statement.refusal for statement in statements):
            return self._refused(statements[0], text, explain), False
        outcomes: list[Outcome] = []
        for statement in statements:
            outcomes += self._outcomes(statement, statement.ways, steps, readings)
        best, resolution = best_outcome(outcomes)
        if resolution.status != "matched":
            resolution = self._with_objections(resolution, best)
        if explain:
            of_outcomes = [statement for statement in statements for _ in statement.ways]
            statement = of_outcomes[[outcome is best for outcome in outcomes].index(True)]
            resolution = self._explained(resolution, statement, best, text)
        return resolution, best.is_exact

    def _resolve_parts(
        self, parts: Parts, steps: Steps, readings: Readings | None, explain: bool
    ) -> Resolution:
        row, seats = self._row_of(parts.row), self._seats_of(parts.seat)
        if row is None:
            return Resolution(status="unmatched", trace=(f"'{parts.row}' is not a single row",))
        reading = self._read_section(parts.section, bool(row), steps, readings)
        if reading.evidence is None and reading.mapped is None:
            return self._refused(reading.statement, parts.section, explain)
        way = Way(reading.statement.ways[0].section, row, seats)
        outcome = self._weigh(reading, way, steps)
        if outcome.chosen is None and any(token.text == row for token in reading.statement.tokens):
            again = self._said_in_section(parts.section, row, seats, steps, readings)
            if again is not None:
                return again
        resolution = self._with_objections(outcome.resolution, outcome)
        if not explain:
            return resolution
        text, row_and_seat = text_of_parts(parts)
        explained = self._explained(resolution, reading.statement, outcome, text)
        return replace(explained, words=(*explained.words, *row_and_seat))

    def _said_in_section(
        self, text: str, row: str, seats: Several | None, steps: Steps, readings: Readings | None
    ) -> Resolution | None:
        """Resolves a part for the section that repeats the row and the seats of the other parts: 'Section 104
        Row C Seat 7'. None unless they agree and one place is found."""
        spelled = readable(text)
        tokens = tokens_of(spelled)
        if len(tokens) > TOKENS_MAX:
            return None
        steps.spend(_STEPS_OF_A_TOKEN * len(tokens))
        outcomes: list[Outcome] = []
        for statement in read_text(spelled, tokens, self._venue):
            ways = [way for way in statement.ways if way.repeats(row, seats)]
            ways = [replace(way, seats=seats or way.seats) for way in ways]
            outcomes += self._outcomes(statement, ways, steps, readings)
        resolution = best_outcome(outcomes)[1] if outcomes else None
        return resolution if resolution is not None and resolution.status == "matched" else None

    def _row_of(self, text: str) -> str | None:
        """Returns the normalized name of the row that a part names; empty if it names none, None if it names
        several."""
        if not text.strip():
            return ""
        row = place_key(text)
        if row in self._venue.rows:
            return row
        spelled = readable(text)
        return read_row(spelled, tokens_of(spelled), self._rows_of_venue)

    def _seats_of(self, text: str) -> Several | None:
        text = text.strip()
        if not text:
            return None
        spelled = readable(text)
        seats = read_seats(spelled, tokens_of(spelled), self._rows_of_venue)
        return Several(((text, text),) if seats is None else seats.items)

    def _named(self, spoken: tuple[str, ...]) -> Resolution | None:
        """Returns the section that has exactly this name."""
        name = self._vocabulary.exact_name(spoken)
        if name is None:
            return None
        section = self._sections[name.section]
        return answer((place_of(section.id),), EXACT, (f"it is the name of section '{section.name}'",))

    def _read_section(self, text: str, has_row: bool, steps: Steps, readings: Readings | None) -> Reading:
        """Reads a text that names a section. Readings are cached, because sellers name the same sections
        again and again."""
        cache_key = (self._id, text, has_row)
        known = None if readings is None else readings.get(cache_key)
        if known is not None:
            steps.spend(known.steps)
            return known
        before = steps.left
        spelled = readable(text)
        tokens = tokens_of(spelled, self._glued_words)
        steps.spend(_STEPS_OF_A_TOKEN * len(tokens) + steps_of_glued_text(spelled))
        statement = read_section(spelled, tokens[:TOKENS_MAX], self._venue, has_row=has_row)
        way = statement.ways[0]
        spoken = tuple([token.text for token in tokens if not token.is_sign])
        name = None if self._maps else self._vocabulary.exact_name(spoken)
        if name is not None:
            # Even where general language has another meaning for a part of it, such as '24:00 Bar'.
            reading = Reading(statement, evidence_of_name(name))
        else:
            reading = self._read_name(statement, way) or self._read_words(statement, way, steps)
        reading = replace(reading, steps=before - steps.left)
        return reading if readings is None else keep_reading(readings, cache_key, reading)

    def _read_name(self, statement: Statement, way: Way) -> Reading | None:
        """Reads words that a rule maps to a section, that are refused, or that are exactly a name. Returns
        None for words that have to be read one by one."""
        tokens = statement.tokens
        spoken = tuple([tokens[index].text for index in way.section])
        mapped = self._maps.get(spoken)
        if mapped is not None:
            return Reading(statement, None, mapped)
        if statement.refusal:
            return Reading(statement, None)
        name = self._vocabulary.exact_name(spoken)
        return None if name is None else Reading(statement, evidence_of_name(name))

    def _read_words(self, statement: Statement, way: Way, steps: Steps) -> Reading:
        """Finds the evidence in the words that name a section."""
        said = mentions_in(statement, way.section, self._vocabulary, steps)
        return Reading(statement, evidence_for(said, self._vocabulary, self._places.rowless, steps))

    def _outcomes(
        self, statement: Statement, ways: Iterable[Way], steps: Steps, readings: Readings | None
    ) -> list[Outcome]:
        """Weighs ways to read a label. Those that differ in the row alone share the reading of the
        section."""
        known: dict[tuple[int, ...], Reading] = {}
        outcomes = []
        for way in ways:
            reading = known.get(way.section)
            if reading is None:
                reading = known[way.section] = self._reading(statement, way, steps, readings)
            else:
                steps.spend(reading.steps)
            outcomes.append(self._weigh(reading, way, steps))
        return outcomes

    def _reading(self, statement: Statement, way: Way, steps: Steps, readings: Readings | None) -> Reading:
        """Reads the words that name the section. Readings of words are cached here too: they depend on these
        words and their neighbours, but not on the row."""
        reading = self._read_name(statement, way)
        if reading is not None:
            return reading
        before = steps.left
        if readings is None:
            return replace(self._read_words(statement, way, steps), steps=before - steps.left)
        cache_key = (self._id, section_text(statement, way.section), True)
        reading = readings.get(cache_key)
        if reading is not None:
            steps.spend(reading.steps)
            return reading
        reading = self._read_words(statement, way, steps)
        # Numbers that no name has take no steps. Together with seat numbers they differ for every label, and
        # would only evict more useful entries.
        if steps.left == before:
            return reading
        return keep_reading(readings, cache_key, replace(reading, steps=before - steps.left))

    def _weigh(self, reading: Reading, way: Way, steps: Steps) -> Outcome:
        """Decides between the sections that nothing rules out. No other function decides that."""
        if reading.mapped is not None:
            return Outcome(self._within_mapped(reading.mapped, way), way)
        evidence = reading.evidence
        if evidence is None or not evidence.candidates:
            return self._without_candidates(way, evidence)
        candidates = list(evidence.candidates)
        told_by: list[str] = []
        if len(candidates) > 1:
            candidates = [candidate for candidate in candidates if candidate.is_whole] or candidates
            # The row or the seat breaks a tie only if every word of the label was understood.
            if len(candidates) > 1 and way.row and not evidence.unknown:
                candidates = told_by_row_or_seat(candidates, way, self._places, steps, told_by)
        if len(candidates) > 1:
            alternatives = tuple(
                self._places.nearest(candidate.name.section, way.row)
                for candidate in candidates[:ALTERNATIVES_MAX]
            )
            reason = f"{len(candidates)} sections fit equally well"
            return declined("ambiguous", reason, way, evidence, alternatives)
        chosen = candidates[0]
        way = self._places.with_seat_for_row(chosen.name, way, is_whole=chosen.is_whole)
        doubt = doubt_of_number(chosen, way) or doubt_of_section(
            chosen, evidence, way, told_by, self._places, self._vocabulary
        )
        if doubt:
            alternative = self._places.nearest(chosen.name.section, way.row)
            return declined("unmatched", doubt, way, evidence, (alternative,))
        confidence = confidence_of(chosen, evidence, way, told_by)
        trace = (*readings_of(evidence), *told_by)
        resolution = self._within(chosen.name.section, way, confidence, trace)
        return Outcome(resolution, way, evidence, chosen)

    def _without_candidates(self, way: Way, evidence: Evidence | None) -> Outcome:
        section = None if evidence is None else section_without_name(evidence, way, self._places)
        if section is None and evidence is not None and says_only_standing(evidence, way):
            standing = self._only_standing
            if standing is not None:
                trace = ("only one section is for people who stand",)
                return Outcome(self._within(standing, way, WITHOUT_MARKERS, trace), way)
        if section is None:
            return declined("unmatched", "no section has all of this", way, evidence)
        is_only = self._places.only_section is not None
        trace = ("there is one section" if is_only else f"only one section has rows like '{way.row}'",)
        confidence = confidence_without_section(way, is_only_section=is_only)
        return Outcome(self._within(section, way, confidence, trace), way)

    def _with_objections(self, resolution: Resolution, outcome: Outcome) -> Resolution:
        """Adds to a declined outcome what its words were read as, and why it is none of the most similar
        sections."""
        evidence = outcome.evidence
        if evidence is None or outcome.chosen is not None:
            return resolution
        others = others_of(evidence, None, self._sections)
        return replace(resolution, trace=(*readings_of(evidence), *others, *resolution.trace))

    def _within_mapped(self, mapped: Mapped, way: Way) -> Resolution:
        trace = (f"rule {mapped.rule + 1} maps '{mapped.name}' to a section",)
        resolution = self._within(self._indexes[mapped.section], way, EXACT, trace)
        return replace(resolution, rules=(mapped.rule,))

    def _within(self, place: int, way: Way, confidence: float, trace: tuple[str, ...]) -> Resolution:
        """Returns the row and the seats in a section, or the section itself if it does not have them."""
        section = self._sections[place]
        found = self._places.find(place, way)
        trace = (*trace, f"section '{section.name}'", *found.trace)
        return answer(found.places, confidence, trace, "matched" if found.is_all else "section_only")

    def _refused(self, statement: Statement, text: str, explain: bool) -> Resolution:
        resolution = Resolution(status="unmatched", trace=(statement.refusal,))
        if not explain:
            return resolution
        words = read_words(statement, Way(()), None, None, self._vocabulary)
        return replace(resolution, text=readable(text), words=words)

    def _explained(
        self, resolution: Resolution, statement: Statement, outcome: Outcome, text: str
    ) -> Resolution:
        """Adds what each word was taken for. If there is an answer, also adds why it is not another
        section."""
        evidence, way = outcome.evidence, outcome.way
        if evidence is not None and evidence.said.words:
            # A cached reading has the positions of the words in the label that was read first.
            said = mentions_in(statement, way.section, self._vocabulary, Steps())
            evidence = replace(evidence, said=said)
        words = read_words(statement, way, evidence, outcome.chosen, self._vocabulary)
        trace = resolution.trace
        if evidence is not None and outcome.chosen is not None:
            trace = (*trace, *others_of(evidence, outcome.chosen, self._sections))
        return replace(resolution, trace=trace, text=text, words=words)


def best_outcome(outcomes: list[Outcome]) -> tuple[Outcome, Resolution]:
    """Returns the reading that explains the most, and its resolution. Two readings that name different places
    are ambiguous."""
    if len(outcomes) == 1:
        return outcomes[0], outcomes[0].resolution
    best = min(
        outcomes, key=lambda outcome: (_RANK[outcome.resolution.status], -outcome.resolution.confidence)
    )
    resolution = best.resolution
    if resolution.status != "matched":
        return best, resolution
    matched = [outcome.resolution for outcome in outcomes if outcome.resolution.status == "matched"]
    rivals = {found.seat.key: found.seat for found in matched if found.seat is not None}
    if len(rivals) == 1:
        return best, resolution
    trace = (*resolution.trace, f"but it can also be read as {' and as '.join(sorted(rivals))}")
    alternatives = tuple(rivals[key] for key in sorted(rivals))
    return best, Resolution(status="ambiguous", alternatives=alternatives, trace=trace)


def answer(
    places: tuple[Place, ...], confidence: float, trace: tuple[str, ...], status: Status = "matched"
) -> Resolution:
    """Returns the resolution to these places: one section, row or seat, or several seats of a row."""
    first = places[0]
    return Resolution(
        status=status,
        level=first.level,
        seat=first,
        seats=places if len(places) > 1 else (),
        confidence=confidence,
        trace=trace,
    )


def declined(
    status: Status,
    reason: str,
    way: Way,
    evidence: Evidence | None,
    alternatives: tuple[Place, ...] = (),
) -> Outcome:
    """Returns the outcome of a way that names no place."""
    return Outcome(Resolution(status=status, alternatives=alternatives, trace=(reason,)), way, evidence)


def told_by_row_or_seat(
    candidates: list[Candidate], way: Way, places: Places, steps: Steps, told_by: list[str]
) -> list[Candidate]:
    """Returns the sections that have the row of the label, or the only one that has its seats. Adds to
    `told_by` what decided."""
    steps.spend(_STEPS_OF_A_PLACE * len(candidates))
    having = [candidate for candidate in candidates if places.has_row(candidate.name.section, way.row)]
    if having and len(having) < len(candidates):
        told_by.append(f"{len(having)} of {len(candidates)} sections that fit have a row '{way.row}'")
        candidates = having
    if len(candidates) > 1 and way.seats is not None:
        steps.spend(_STEPS_OF_A_SEAT * len(candidates))
        having = [
            candidate
            for candidate in candidates
            if places.has_seats(candidate.name.section, way.row, way.seats)
        ]
        if len(having) == 1 and not _differ_in_level_number(candidates):
            told_by.append(f"only one of {len(candidates)} sections that fit has the seat")
            candidates = having
    return candidates


def _differ_in_level_number(candidates: list[Candidate]) -> bool:
    """Returns whether only the number of their level tells the sections apart, and the label leaves it out:
    '二楼楼座' and '三楼楼座' for '楼座'. A seat that one of them has may be a mistake then."""
    first, *others = [candidate.name for candidate in candidates]
    return bool(first.level_numbers) and all(
        name.phrase == first.phrase
        and name.level.words == first.level.words
        and name.level_numbers != first.level_numbers
        and name.numbers == name.level_numbers
        for name in others
    )
