"""Names and texts of settings, as environment variables have them."""

from seatpreview.settings.setting_values import Rate

PREFIX = "SEATPREVIEW_"


def variable(name: str) -> str:
    """Returns the name of a setting's environment variable."""
    return PREFIX + name.upper()


def text_of(value: object) -> str:
    """Formats a setting's value as a person would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple) and not isinstance(value, Rate):
        return ",".join(str(part) for part in value)
    return "" if value is None else str(value)
