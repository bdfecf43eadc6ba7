"""What a seat is for, in words that buyers read."""

from collections.abc import Collection

from django.utils.translation import gettext as _


def place_text(properties: Collection[str]) -> str:
    """Returns what a seat is for; an empty text for most seats."""
    texts = {"wheelchair": _("Wheelchair space"), "companion": _("Companion seat")}
    return ", ".join(text for kind, text in texts.items() if kind in properties)
