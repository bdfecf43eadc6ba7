"""Fifty buyers who want the same seats at the same time, in several processes of pretix on PostgreSQL."""

from __future__ import annotations

import html
import json
import random
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

import pretix_seatpreview
from picker.running_shop import run_program, running_shop_on_postgres
from pretix_seatpreview.picker.answers import STATES_FRESH_SECONDS

BUYERS = 50
WORKERS = 3
WANTED_SEATS = 120
"""All buyers want three of these, so that most of them meet somebody who was faster."""
SHOWN_SECONDS_MAX = 15
SCRIPT = Path(pretix_seatpreview.__file__).parent / "static/pretix_seatpreview/picker/picker.js"
_CONFIG = re.compile(r'data-seatpreview="([^"]*)"')
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]*)"')
_POLL_MS = re.compile(r"const POLL_MS = ([\d_]+);")
_JITTER_MS = re.compile(r"Math\.random\(\) \* ([\d_]+)")


def test_no_seat_is_sold_twice_and_every_picker_hears_of_taken_seats(tmp_path: Path) -> None:
    with running_shop_on_postgres(tmp_path, WORKERS) as (shop, database):
        product = json.loads(run_program("picker.large_hall", "add", environment=database))["product"]
        with _buyers(shop) as buyers, ThreadPoolExecutor(BUYERS) as together:
            list(together.map(lambda buyer: buyer.try_to_get_three(product), buyers))
            sold = json.loads(run_program("picker.large_hall", "carts", environment=database))
            time.sleep(STATES_FRESH_SECONDS)
            shown = list(together.map(lambda buyer: buyer.taken(), buyers))
            owned = list(together.map(lambda buyer: buyer.mine(), buyers))
    assert len(sold) == len(set(sold))
    assert sorted(sold) == sorted(guid for mine in owned for guid in mine)
    assert len(sold) < 3 * BUYERS, "Nobody was faster than anybody: the test shows nothing."
    assert {frozenset(taken) for taken in shown} == {frozenset(sold)}


def test_a_page_asks_so_often_that_a_taken_seat_is_shown_within_fifteen_seconds() -> None:
    script = SCRIPT.read_text()
    waits = [int(found.group(1)) for pattern in (_POLL_MS, _JITTER_MS) if (found := pattern.search(script))]
    assert len(waits) == 2
    assert sum(waits) / 1_000 + STATES_FRESH_SECONDS < SHOWN_SECONDS_MAX


class _Buyer:
    """A buyer with a browser, who does over HTTP what the picker's script does."""

    def __init__(self, shop: str, number: int) -> None:
        self.shop = shop
        self.web = httpx.Client(follow_redirects=True, timeout=300)
        self.random = random.Random(number)

    def try_to_get_three(self, product: int) -> None:
        token = _TOKEN.search(self.web.get(self.shop).text)
        assert token is not None
        guids = [f"H{number}" for number in self.random.sample(range(WANTED_SEATS), 3)]
        answer = self.web.post(
            f"{self.shop}cart/add",
            data={"csrfmiddlewaretoken": token.group(1), "subevent": "", f"seat_{product}": guids},
            headers={"Referer": self.shop},
        )
        assert answer.status_code == 200, answer.text

    def taken(self) -> list[str]:
        """The seats of the hall that the picker shows as reserved or sold."""
        seats = self._json("seats")["sections"]
        letters = self._json("states")["states"]
        all_seats = (seat for section in seats for row in section["rows"] for seat in row["seats"])
        return [guid for index, guid, *_ in all_seats if letters[index] in "sh"]

    def mine(self) -> list[str]:
        found = _CONFIG.search(self.web.get(self.shop).text)
        assert found is not None
        return list(json.loads(html.unescape(found.group(1)))["mine"])

    def _json(self, name: str) -> dict[str, Any]:
        answer: dict[str, Any] = self.web.get(f"{self.shop}seatpreview/{name}/").raise_for_status().json()
        return answer


@contextmanager
def _buyers(shop: str) -> Iterator[list[_Buyer]]:
    buyers = [_Buyer(shop, number) for number in range(BUYERS)]
    yield buyers
    for buyer in buyers:
        buyer.web.close()
