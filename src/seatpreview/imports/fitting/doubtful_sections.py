"""Sections that the file does not name, and that are there only because its labels repeat.

A file whose labels repeat all over a section was read wrongly: it has a name for each part, and nothing was
found to be it.
"""

from collections.abc import Sequence

from seatpreview.imports.fitting.hall_sections import HallSection
from seatpreview.imports.model import FoundHall
from seatpreview.imports.questions import Doubts, QuestionId

_SURE = 0.5
_NAMES_SHOWN = 5
_DRAWN = frozenset({"svg", "pdf", "grid"})
_AS_READ = "as-read"


def doubt_made_up_sections(found: FoundHall, sections: Sequence[HallSection], doubts: Doubts) -> None:
    """Asks about sections with made-up names: for the columns of a list, and for the names of a drawing.
    Other formats state what each seat is called."""
    made_up = [section for section in sections if section.is_made_up]
    question: QuestionId = "columns" if found.columns else "names"
    if not made_up or not (found.columns or found.format in _DRAWN) or doubts.given(question) is not None:
        return
    names = ", ".join(repr(section.name) for section in made_up[:_NAMES_SHOWN])
    text = (
        f"names of rows and seats repeat in {made_up[0].source or 'the hall'!r}. Nothing says what its parts "
    )
    text += f"are called; they are now {names}."
    if not found.columns:
        doubts.ask(
            question, f"What are the sections called? The {text}", [(_AS_READ, names)], _AS_READ, _SURE
        )
        return
    read = ",".join(f"{column.column}={column.field}" for column in found.columns if column.field)
    doubts.ask(question, f"Which column is what? The {text}", [(read, names)], read, _SURE)
