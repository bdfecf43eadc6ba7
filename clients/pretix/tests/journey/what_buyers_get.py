"""What a buyer gets of a trial shop: its e-mails are files, and its tickets PDFs."""

from __future__ import annotations

import email
from email.message import EmailMessage
from email.policy import default
from io import BytesIO
from pathlib import Path

from PIL import Image
from pypdf import PdfReader

VIEW = (1200, 630)
"""The size of a view on tickets, in pixels."""
VIEW_IN_EMAIL = (600, 315)


def emails(data: Path, address: str) -> list[EmailMessage]:
    """Returns all e-mails to an address, in the order of their sending."""
    if not (data / "emails").is_dir():
        return []
    files = sorted((data / "emails").iterdir(), key=lambda file: file.stat().st_mtime_ns)
    messages = [email.message_from_bytes(file.read_bytes(), policy=default) for file in files]
    return [message for message in messages if address in str(message["To"])]


def html_of(message: EmailMessage) -> str:
    """Returns the HTML of an e-mail, which must have one."""
    body = message.get_body(("html",))
    assert body, "The e-mail has no HTML."
    return str(body.get_content())


def views_in(message: EmailMessage) -> list[tuple[int, int]]:
    """Returns the sizes of the views in an e-mail."""
    images = [part.get_content() for part in message.walk() if part.get_content_maintype() == "image"]
    return [size for image in images if (size := Image.open(BytesIO(image)).size) == VIEW_IN_EMAIL]


def images_in(tickets: Path) -> list[tuple[int, int]]:
    """Returns the sizes of all images of a PDF."""
    images = [image.image for page in PdfReader(tickets).pages for image in page.images]
    return [image.size for image in images if image]
