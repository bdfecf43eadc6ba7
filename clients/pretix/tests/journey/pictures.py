"""Pictures of pages, for the guide and for people who want to see the journey."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
from playwright.sync_api import Page


class Pictures:
    """Keeps pictures in a folder, or nowhere."""

    def __init__(self, folder: str | None) -> None:
        """Takes the folder; None if nobody wants pictures."""
        self.folder = None if folder is None else Path(folder)

    def keep(self, page: Page, name: str, *, whole_page: bool = False) -> None:
        """Stores what the page shows, or the whole page."""
        if self.folder is not None:
            page.screenshot(path=self.folder / f"{name}.png", full_page=whole_page, animations="disabled")

    def keep_part(self, page: Page, name: str, selector: str) -> None:
        """Stores one part of the page."""
        if self.folder is not None:
            page.locator(selector).first.screenshot(path=self.folder / f"{name}.png", animations="disabled")

    def keep_pdf(self, file: Path, name: str) -> None:
        """Stores the first page of a PDF."""
        if self.folder is not None:
            pypdfium2.PdfDocument(file)[0].render(scale=2).to_pil().save(self.folder / f"{name}.png")
