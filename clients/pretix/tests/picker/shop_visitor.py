"""A buyer who uses the shop over HTTP, as the picker's script does."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from typing import Any

from django.test import Client
from organizer_at_work import text_of

SHOP = "/mill/concert/"
_CONFIG = re.compile(r'data-seatpreview="([^"]*)"')


class ShopVisitor:
    """Opens pages of one shop in a browser without a script."""

    def __init__(self, shop: str = SHOP) -> None:
        """Opens nothing yet."""
        self.web = Client(SERVER_NAME="shop.example")
        self.shop = shop

    def page(self, path: str = "", **options: Any) -> str:
        """Returns a page of the shop."""
        return text_of(self.web.get(self.shop + path, secure=True, **options))

    def config(self, path: str = "") -> dict[str, Any]:
        """Returns what the page tells the picker."""
        found = _CONFIG.search(self.page(path))
        assert found is not None, "The page has no picker."
        config: dict[str, Any] = json.loads(html.unescape(found.group(1)))
        return config

    def states(self, query: str = "") -> dict[str, Any]:
        """Returns what is free now."""
        return self._json("states", query)

    def letters(self, query: str = "") -> dict[str, str]:
        """Returns the letter of each seat, by its guid."""
        seats = [
            seat
            for section in self.seats(query)["sections"]
            for row in section["rows"]
            for seat in row["seats"]
        ]
        letters = self.states(query)["states"]
        return {guid: letters[index] for index, guid, *_ in seats}

    def seats(self, query: str = "") -> dict[str, Any]:
        """Returns all seats."""
        return self._json("seats", query)

    def add(self, fields: Mapping[str, str | list[str]], path: str = "") -> str:
        """Puts seats into the cart, and returns the page after it."""
        response = self.web.post(
            f"{self.shop}cart/add?next={self.shop}{path}&next_error={self.shop}{path}",
            {"subevent": "", **fields},
            secure=True,
            follow=True,
        )
        return text_of(response)

    def _json(self, name: str, query: str) -> dict[str, Any]:
        answer = self.web.get(f"{self.shop}seatpreview/{name}/{query}", secure=True)
        assert answer.status_code == 200, answer.status_code
        found: dict[str, Any] = json.loads(answer.content)
        return found
