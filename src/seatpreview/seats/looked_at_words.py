"""Which words name what people look at, in sentences about how much of it is seen."""

from typing import Literal

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.sightlines.model import LookedAtKind
from seatpreview.sightlines.plain_halls import is_altar

LookedAtWord = Literal[LookedAtKind, "altar", "fair_territory"]
"""A stage that is called an altar is one in every sentence. Of a baseball field, only what is between the
foul lines counts, and sentences say so."""


def looked_at_word(
    kind: LookedAtKind, layout: CompiledLayout, configuration: CompiledConfiguration | None
) -> LookedAtWord:
    """Returns the word for what is looked at in one configuration."""
    if kind == "stage":
        return "altar" if is_altar(layout, configuration) else "stage"
    focus = layout.focus if configuration is None else configuration.focus
    is_baseball = kind == "field" and focus.extent is not None and focus.extent.kind == "baseball"
    return "fair_territory" if is_baseball else kind
