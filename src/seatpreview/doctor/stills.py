"""The check whether this machine can draw stills of seats."""

from seatpreview.browser import headless_chromium, page_server
from seatpreview.doctor.finding import Finding, ok, size_text, warn
from seatpreview.settings.settings import Settings, variable
from seatpreview.stills.support import machine_memory_bytes, support_of

CHECK = "stills"


def check(settings: Settings) -> Finding:
    """Checks whether Chromium can draw stills. Without them the service works: e-mails and link previews then
    show a map. So it is a warning only where the settings ask for them."""
    support = support_of(settings)
    if support == "off":
        return ok(CHECK, f"{variable('stills')} is off: no stills of drawn seats are made.")
    if support == "ready":
        program = headless_chromium.find_if_any(settings.chromium)
        return ok(CHECK, f"{program} draws stills of seats that have no picture.")
    why = _too_little_memory(settings) if support == "too_little_memory" else _no_chromium(settings)
    detail = f"No stills of drawn seats are made: {why}. E-mails and link previews show a map instead."
    remedy = (
        f"Install Chromium (Debian: apt-get install chromium), or name one with {variable('chromium')}; or "
        f"set {variable('stills')}=off."
    )
    return warn(CHECK, detail, remedy) if settings.stills == "on" else ok(CHECK, detail)


def _too_little_memory(settings: Settings) -> str:
    return (
        f"this machine has {size_text(machine_memory_bytes())}, and {variable('stills_machine_mb')} "
        f"asks for {settings.stills_machine_mb} MB of memory for each worker"
    )


def _no_chromium(settings: Settings) -> str:
    if not page_server.is_built():
        return "the front end is not built yet"
    if settings.chromium:
        return f"{settings.chromium} is not a program that can be run"
    return "this machine has no Chromium"
