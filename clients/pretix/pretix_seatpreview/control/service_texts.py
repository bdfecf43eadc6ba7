"""What the service's import says of a plan of pretix, in the language of the page.

The service speaks English. Sentences that are not listed here, as those of a newer service, are shown in
English and marked as such."""

from __future__ import annotations

import re
from functools import cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

SENTENCES = (
    # What is taken.
    gettext_noop("Categories."),
    gettext_noop("Zones, as sections."),
    gettext_noop("Sections."),
    gettext_noop("Rows. Rows of one name may be parts of one row."),
    gettext_noop("Seats."),
    gettext_noop("Rows with a label of their own for tickets."),
    gettext_noop("Seats with a label of their own for tickets."),
    gettext_noop("Stages and screens."),
    gettext_noop("Fields and courts."),
    gettext_noop("Standing areas."),
    gettext_noop("Other shapes."),
    gettext_noop("Texts."),
    gettext_noop("Refs: the ids of seats in the other system."),
    gettext_noop(
        "Positions of single seats, in centimetres, for sections whose seats do not stand regularly."
    ),
    gettext_noop("The focus is the middle of the stage {name} of the file."),
    gettext_noop(
        "Labels as the other system prints them: of {count} that were tried, these resolve to their seat."
    ),
    # What is assumed.
    gettext_noop(
        "The file states no unit. Seats are {units} units apart, and {centimetres} cm in usual halls: one "
        "unit is taken as {metres} m."
    ),
    gettext_noop(
        "The file has no heights. Rows rise so that everybody looks {millimetres} mm over the eyes in the "
        "row in front, and upper levels are above what they overhang."
    ),
    gettext_noop("The file has no heights. Floors are flat, and upper levels are above what they overhang."),
    gettext_noop("The hall is drawn as theatre: all seats are on one side of the stage."),
    gettext_noop("The hall is drawn as arena: people stand before the stage."),
    gettext_noop("The hall is drawn as {kind}: people look at {name}."),
    gettext_noop("Rows bend around one point; the focus is there."),
    gettext_noop(
        "Sections with regular rows are described by rules; no seat is moved by more than {centimetres} cm."
    ),
    gettext_noop("Rows without a name in the file are numbered from the front."),
    gettext_noop("Zones have no name."),
    gettext_noop("Seats have a property that the name of their category says."),
    gettext_noop("Categories whose names are codes are numbered. Give them names that buyers know."),
    gettext_noop("Names of sections that cannot be ids; the name is kept as the section's name."),
    gettext_noop(
        "Labels of {name} occur more than once. It is split into {count} sections in which each occurs once: "
        "{names}."
    ),
    gettext_noop(
        "The file has several zones {name} that stand apart. They are sections of their own: {names}."
    ),
    gettext_noop(
        "Section {name} holds several levels; each seat is on the level whose text is nearest: {names}."
    ),
    gettext_noop(
        "The file prints one label on the tickets of several seats; such a label cannot name one of them."
    ),
    gettext_noop(
        "Seats share their id with another seat; the other id that the file gives them is their ref."
    ),
    # What is left out.
    gettext_noop("The size of the drawing in pixels."),
    gettext_noop("Where the plan draws the numbers of rows."),
    gettext_noop("Where the ordered booking of a row begins."),
    gettext_noop("How large the plan draws seats."),
    gettext_noop("Colours of areas and their borders."),
    gettext_noop("Texts and shapes that only decorate the plan."),
    gettext_noop("Ids of standing areas: only seats have refs."),
    gettext_noop("Labels that the other system prints and that do not resolve to their seat."),
    gettext_noop(
        "Ids of seats that occur more than once, are longer than 100 characters or cannot be printed "
        "are no refs."
    ),
    gettext_noop("The member {name} of a {kind} is not known, and is not taken."),
    # What is kept of a venue, and what is not.
    gettext_noop("Sections that are still there."),
    gettext_noop("Heights of rows."),
    gettext_noop("Categories, properties and notes of seats."),
    gettext_noop("The stage or field."),
    gettext_noop("Configurations."),
    gettext_noop("Aliases."),
    gettext_noop("Images, with the seats that they cover."),
    gettext_noop("Label rules."),
    gettext_noop("Ads."),
    gettext_noop("The plan is mirrored, so that left and right are as in the venue."),
    gettext_noop("The plan is scaled by {factor}, to the size of the venue."),
    gettext_noop("The plan is turned by {degrees} degrees, as the venue is."),
    gettext_noop("Seats that the file does not have."),
    gettext_noop("Rows that the file does not have, with their heights."),
    gettext_noop("Sections that the file does not have, with their heights."),
    gettext_noop("Categories that no seat has any more."),
    gettext_noop("Categories of seats for which the file states another one."),
    gettext_noop("Images of seats that the file does not have."),
    gettext_noop("Rows and seats that an image covered and the file does not have."),
    gettext_noop("Aliases of sections and rows that the file does not have."),
    gettext_noop("Translated names of places that the file does not have."),
    gettext_noop("Bodies that can hide the stage."),
    gettext_noop(
        "Bodies and stages of configurations: the plan was drawn anew, and it is not known where they are in "
        "it."
    ),
    gettext_noop("Closed sections that the file does not have."),
    gettext_noop("Positions of cameras: the plan was drawn anew."),
    gettext_noop("Label rules for sections that the file does not have."),
    gettext_noop("Label rules that do not fit the file."),
    gettext_noop("Aliases that do not fit the file."),
    gettext_noop("Examples of labels whose seats the file does not have."),
    gettext_noop("Examples of labels that lead to another seat in the file."),
    # What the plan changes in a venue.
    gettext_noop("Heights of rows for which the file states another one."),
    gettext_noop("Rows that are new. They rise as the rows around them."),
    gettext_noop("Seats that are new."),
    gettext_noop("Seats stand elsewhere in the file than in the venue."),
    gettext_noop("Sections that are new. What is assumed of them stands in the record."),
    gettext_noop("Sections that have another name in the file."),
    gettext_noop(
        "The file has the stage or field {metres} m from where the venue has it. The venue's is kept: "
        "correct it if the stage was moved."
    ),
    gettext_noop("The stage or field is that of the file: it was assumed before."),
    gettext_noop(
        "The plan was drawn anew: no move, turn or scale brings most of its seats to where they were."
    ),
    # What is hardly true of a hall.
    gettext_noop("{share} of the seats have no place: they are not on the map, and have no view."),
    gettext_noop("The hall would be {metres} m wide, less than {limit} m."),
    gettext_noop("The hall would be {metres} m wide, more than {limit} m."),
    gettext_noop("1 seat is less than {centimetres} cm from another one."),
    gettext_noop("{count} seats ({share}) are less than {centimetres} cm from another one."),
    gettext_noop("Seats of a row are {metres} m apart; {least} to {most} m would be usual."),
    gettext_noop("Rows are {metres} m apart; {least} to {most} m would be usual."),
    gettext_noop(
        "Seats that follow each other by name do not stand beside each other: names may have been read in "
        "the wrong order."
    ),
    gettext_noop(
        "The rows that come first by name are the farthest from the stage for {share} of the seats: the "
        "stage may be on the other side."
    ),
    # What is asked, and the answers.
    gettext_noop("Is this side left?"),
    gettext_noop("The section {name} is on the side that it names."),
    gettext_noop("The section {name} is not on the side that it names."),
    gettext_noop("Odd numbers run from the middle to the left; in most halls they are on the left."),
    gettext_noop("Odd numbers run from the middle to the right; in most halls they are on the left."),
    gettext_noop("As it is in the file."),
    gettext_noop("Left and right exchanged."),
    gettext_noop("Left and right are exchanged, as you chose."),
    gettext_noop("Left and right are exchanged, against the axes of the file."),
    gettext_noop("Where is the stage? Nothing in the file says on which side people look."),
    gettext_noop("At the top of the plan."),
    gettext_noop("At the bottom."),
    gettext_noop("On the left."),
    gettext_noop("On the right."),
    gettext_noop("In the middle, with seats around it."),
    gettext_noop("How wide is the hall? By the file, all seats would be within {metres} m."),
    gettext_noop("{metres} m, as the file is read."),
    gettext_noop("{metres} m from left to right: seats stand as far apart as usual."),
    gettext_noop("One unit of the file is {metres} m, as you chose."),
    gettext_noop(
        "What kind of hall is it? It was taken for one of the kind arena: people stand before the stage."
    ),
    gettext_noop("What kind of hall is it? It was taken for one of the kind arena: it has {count} seats."),
    gettext_noop("The hall is drawn as arena: it has {count} seats."),
    gettext_noop("The hall is drawn as {kind}: you chose it."),
    gettext_noop("Theatre."),
    gettext_noop("Arena."),
    gettext_noop("Concert hall."),
    gettext_noop("Club."),
    gettext_noop("Stadium."),
)
SENTENCE_CHARACTERS_MAX = 400
"""Of a sentence that is looked for. A service may send anything, and longer ones are lists of names."""
_VALUE = re.compile(r"{(\w+)}")
_BETWEEN = re.compile(r"(?<=[.?]) ")


def translated(text: str) -> str | None:
    """Returns what the service says in the language of now; None if a part of it is not known. Questions give
    their reasons in sentences of their own."""
    if len(text) > SENTENCE_CHARACTERS_MAX:
        return None
    sentences = [_translated(sentence) for sentence in _BETWEEN.split(text)]
    known = [sentence for sentence in sentences if sentence is not None]
    return " ".join(known) if len(known) == len(sentences) else _translated(text)


def _translated(sentence: str) -> str | None:
    for known, pattern in _patterns():
        if match := pattern.fullmatch(sentence):
            return _(known).format(**match.groupdict())
    return None


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Returns the sentences with what finds each."""
    return [(known, re.compile(_pattern(known))) for known in SENTENCES]


def _pattern(known: str) -> str:
    parts = _VALUE.split(known)
    return "".join(f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(parts))
