"""The phrases of descriptions, in each language."""

from collections.abc import Mapping

import msgspec

from seatpreview.layouts.model import ObstructionKind
from seatpreview.seats.model import Match


class Phrases(msgspec.Struct, frozen=True, kw_only=True):
    """The phrases of one language."""

    section: str
    row: str
    seat: str
    seats: str
    view_from: str
    """Which seat the view is from, where a label names several."""
    set_up: str
    focus: str
    """Used if the focus has no name."""
    metre: str
    metres: str
    decimal_mark: str
    away: str
    below: str
    above: str
    level_with: str
    c_values: tuple[tuple[int, str], ...]
    """The least C-value in millimetres for each sentence, the greatest first."""
    hidden: str
    in_the_way: str
    conjunction: str
    obstructions: Mapping[ObstructionKind, str]
    drawn: str
    own: Mapping[Match, str]
    taken_from: str


ENGLISH = Phrases(
    section="Section",
    row="row",
    seat="seat",
    seats="seats",
    view_from="The view is from seat {}",
    set_up="Set-up",
    focus="Focus",
    metre="metre",
    metres="metres",
    decimal_mark=".",
    away="{} away",
    below="{} below your eyes",
    above="{} above your eyes",
    level_with="level with your eyes",
    c_values=(
        (120, "The view over the row in front is clear"),
        (90, "The view over the row in front is good"),
        (60, "The view over the row in front is acceptable"),
        (0, "The view over the row in front is tight"),
    ),
    hidden="The row in front is in the view",
    in_the_way="In the line of sight",
    conjunction="and",
    obstructions={
        "stage": "stage",
        "screen": "screen",
        "pillar": "pillar",
        "rail": "rail",
        "rigging": "rigging",
        "camera": "camera",
        "wall": "wall",
        "other": "obstruction",
    },
    drawn="There is no picture yet; the view is drawn",
    own={
        "seat": "from this seat",
        "row": "from this row",
        "section": "from this section",
        "venue": "of the venue",
    },
    taken_from="from",
)

GERMAN = Phrases(
    section="Block",
    row="Reihe",
    seat="Platz",
    seats="Plätze",
    view_from="Die Ansicht ist die von Platz {}",
    set_up="Aufbau",
    focus="Blickpunkt",
    metre="Meter",
    metres="Meter",
    decimal_mark=",",
    away="{} entfernt",
    below="{} unter Augenhöhe",
    above="{} über Augenhöhe",
    level_with="auf Augenhöhe",
    c_values=(
        (120, "Die Sicht über die Reihe davor ist frei"),
        (90, "Die Sicht über die Reihe davor ist gut"),
        (60, "Die Sicht über die Reihe davor ist ausreichend"),
        (0, "Die Sicht über die Reihe davor ist knapp"),
    ),
    hidden="Die Reihe davor verdeckt die Sicht",
    in_the_way="In der Sichtlinie",
    conjunction="und",
    obstructions={
        "stage": "Bühne",
        "screen": "Bildwand",
        "pillar": "Säule",
        "rail": "Geländer",
        "rigging": "Traversen",
        "camera": "Kamera",
        "wall": "Wand",
        "other": "Hindernis",
    },
    drawn="Es gibt noch kein Bild; die Ansicht ist gezeichnet",
    own={
        "seat": "von diesem Platz",
        "row": "aus dieser Reihe",
        "section": "aus diesem Block",
        "venue": "des Hauses",
    },
    taken_from="aus",
)
