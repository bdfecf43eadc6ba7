"""A service that means harm: its scripts and texts would leave a mark on the page of a shop."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

from stand_in_service import Answer, answer, problem, stand_in_service

OPEN = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
"""Headers by which every page may read an answer."""
MARK = "hostile"
"""The data attribute of the page's root that a script of this service would set."""
MARKUP = (
    f"""'"><img src=x onerror="document.documentElement.dataset.{MARK}='text'"><script>alert(1)</script>"""
)
SHOWN = "This is no hall"
"""What its frame shows. Browsers let it: a frame of another origin reaches nothing of the page."""
SCRIPT = f"document.documentElement.dataset.{MARK} = 'script';"
EMBED_SCRIPT = f"""{SCRIPT}
const frame = document.createElement("iframe");
frame.src = new URL("/viewer/key_hostile", document.currentScript.src);
document.querySelector("seat-preview").append(frame);"""
"""Shows a frame as the real script would, so that a buyer would see nothing of what else it does."""
_MARKUP_IN_SCRIPT = json.dumps(MARKUP).replace("</", "<\\/")
VIEWER = f"""<!doctype html><title>Hall</title><h1>{SHOWN}</h1><script>
const markup = {_MARKUP_IN_SCRIPT};
const tell = (message) => parent.postMessage({{ type: "seat-preview", ...message }}, "*");
tell({{ event: "here" }});
tell({{ event: "ready" }});
tell({{ event: "seat", seat: markup, description: markup, label: markup, medium: "picture" }});
addEventListener("message", ({{ data }}) => {{
  if (data.ask !== "offers") return;
  tell({{ event: "seat-chosen", seat: markup, offer: null, chosen: true, allChosen: [markup] }});
}});
try {{ parent.document.documentElement.dataset.{MARK} = "frame"; }} catch {{}}
try {{ parent.location = {json.dumps("javascript:" + SCRIPT)}; }} catch {{}}
</script>"""


@dataclass(frozen=True)
class HostileService:
    """The service that runs."""

    url: str
    asked: list[str] = field(default_factory=list)
    """What it was asked for: methods and paths."""

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Answers as a service would."""
        path = handler.path.partition("?")[0]
        self.asked.append(f"{handler.command} {path}")
        send = self._answers().get(self.asked[-1], problem(403, "scope_insufficient", MARKUP, **OPEN))
        send(handler)

    def _answers(self) -> dict[str, Answer]:
        session = {"viewerUrl": f"{self.url}/viewer/key_hostile#st_hostile"}
        return {
            "GET /embed.js": answer(200, EMBED_SCRIPT.encode(), Content_Type="text/javascript"),
            "GET /viewer/key_hostile": answer(200, VIEWER.encode(), Content_Type="text/html"),
            "OPTIONS /v1/sessions": answer(204, b"", **OPEN),
            "POST /v1/sessions": answer(201, json.dumps(session).encode(), **OPEN),
            "GET /v1/seats": answer(200, json.dumps({"data": [_SEAT], "nextCursor": None}).encode()),
        }


@contextmanager
def hostile_service() -> Iterator[HostileService]:
    """Runs it until the block ends."""
    with stand_in_service() as server:
        service = HostileService(server.address)
        server.answer = service.answer
        yield service


_SEAT = {
    "key": MARKUP,
    "section": MARKUP,
    "row": MARKUP,
    "seat": MARKUP,
    "ref": "S1-1",
    "properties": [MARKUP],
    "category": MARKUP,
}
