"""A buyer without a browser: pages and forms of a running shop, in a session of their own."""

from __future__ import annotations

import re
import time
from typing import Any

import httpx

ANSWER_SECONDS_MAX = 300
"""A machine with two cores serves fifty buyers one after the other."""
_TOKEN = re.compile(r'name="?csrfmiddlewaretoken"? value="?([A-Za-z0-9]+)')
_PRODUCT = re.compile(r"&quot;products&quot;: \[\{&quot;id&quot;: ([0-9]+)")
_ALERT = re.compile(r'<div class="alert alert-(\w+)[^"]*"[^>]*>(.*?)</div>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_ORDER = re.compile(r"/order/([A-Z0-9]+)/")


class HttpBuyer:
    """Somebody who wants seats of one event."""

    def __init__(self, shop: str, number: int) -> None:
        """Opens nothing yet. The address of the event ends with a slash."""
        self.shop = shop
        self.email = f"buyer{number}@example.org"
        # A busy server may close a connection as idle while a form is on its way. Browsers send it again.
        limits = httpx.Limits(max_keepalive_connections=0)
        self.web = httpx.Client(follow_redirects=True, timeout=ANSWER_SECONDS_MAX, limits=limits)

    def open(self) -> None:
        """Opens the page of the event, as the first thing in a shop."""
        page = self._page("")
        [self.product] = _PRODUCT.findall(page)
        self.guids = self._guids()

    def states(self) -> dict[str, str]:
        """Returns the letter of each seat now."""
        answer = self._json("states")
        return dict(zip(self.guids, answer["states"], strict=True))

    def add(self, *guids: str) -> str:
        """Puts seats into the cart by pretix's own form, and returns what pretix says."""
        address = f"cart/add?next={self._path}&next_error={self._path}"
        page = self._send(address, {"subevent": "", f"seat_{self.product}": list(guids)})
        return " ".join(_TAG.sub(" ", text) for _, text in _ALERT.findall(page))

    def mine(self) -> set[str]:
        """Returns the seats in the cart, as the page of the event knows them."""
        found = re.search(r"&quot;mine&quot;: \[(.*?)\]", self._page(""))
        assert found, "The page has no picker."
        return set(re.findall(r"&quot;(.*?)&quot;", found.group(1)))

    def check_out(self) -> str:
        """Goes through pretix's checkout, and returns the code of the order."""
        self._page("checkout/start")
        self._send("checkout/questions/", {"email": self.email})
        self._send("checkout/payment/", {"payment": "banktransfer"})
        page = self._page("checkout/confirm/")
        assert "csrfmiddlewaretoken" in page
        self._send("checkout/confirm/", {})
        found = _ORDER.search(self.address)
        assert found, f"{self.email} is at {self.address} without an order."
        self.order_address = self.address
        return found.group(1)

    @property
    def _path(self) -> str:
        return httpx.URL(self.shop).path

    def _guids(self) -> list[str]:
        seats = [
            (index, guid)
            for section in self._json("seats")["sections"]
            for row in section["rows"]
            for index, guid, *_ in row["seats"]
        ]
        return [guid for _, guid in sorted(seats)]

    def _page(self, path: str) -> str:
        return self._read(self.web.get(self.shop + path))

    def _send(self, path: str, fields: dict[str, str | list[str]]) -> str:
        answer = self.web.post(self.shop + path, data={"csrfmiddlewaretoken": self.token, **fields})
        # Where pretix has background workers, its page waits for one of them.
        while "async_id=" in str(answer.url):
            time.sleep(0.2)
            answer = self.web.get(str(answer.url))
        return self._read(answer)

    def _read(self, answer: httpx.Response) -> str:
        assert answer.status_code == 200, (answer.status_code, answer.url, answer.text[:2000])
        self.address = str(answer.url)
        if found := _TOKEN.search(answer.text):
            self.token = found.group(1)
        return answer.text

    def _json(self, name: str) -> dict[str, Any]:
        answer = self.web.get(f"{self.shop}seatpreview/{name}/")
        assert answer.status_code == 200, answer.status_code
        found: dict[str, Any] = answer.json()
        return found
