"""HTML for pages that a server writes: the element that shows the view of a session."""

import re
from html import escape
from typing import Literal

import httpx

from seatpreview_client.generated.models import IssuedSession

_ACCENT = re.compile("#[0-9A-Fa-f]{6}")


def embed_html(
    session: IssuedSession,
    *,
    seat: str | None = None,
    theme: Literal["light", "dark"] | None = None,
    accent: str | None = None,
    loading: Literal["lazy"] | None = None,
    frame_title: str | None = None,
    script: bool = True,
) -> str:
    """Returns the element `<seat-preview>` for a session, and the script that it needs.

    Everything is escaped, so that labels of seats may come from anywhere. `script=False` leaves the script
    out: one is enough for several elements on a page. `session.embed_html` is an iframe instead, which needs
    no script and has no events."""
    if accent is not None and not _ACCENT.fullmatch(accent):
        raise ValueError(f"accent is a colour such as '#0c5f73', not {accent!r}.")
    given = {
        "session": session.viewer_url,
        "seat": seat if seat is not None else next(iter(session.seats), None),
        "theme": theme,
        "accent": accent,
        "loading": loading,
        "frame-title": frame_title,
    }
    attributes = "".join(f' {name}="{escape(text)}"' for name, text in given.items() if text is not None)
    element = f"<seat-preview{attributes}></seat-preview>"
    if not script:
        return element
    address = httpx.URL(session.viewer_url).copy_with(path="/embed.js", query=None, fragment=None)
    return f'<script src="{escape(str(address))}" async></script>\n{element}'
