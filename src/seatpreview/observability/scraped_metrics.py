"""Reads the metrics of a running service, for commands that want to know what it says of itself."""

import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from typing import NamedTuple

from prometheus_client.parser import text_string_to_metric_families

TIMEOUT_SECONDS = 5
BYTES_MAX = 20_000_000
"""A longer answer is not of this service."""


class Series(NamedTuple):
    """One series of a scrape."""

    name: str
    labels: Mapping[str, str]
    value: float


def read_metrics(url: str) -> list[Series] | None:
    """Returns all series of a metrics listener; None if none answers at this address."""
    # The address is of this machine, so no proxy is asked.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=TIMEOUT_SECONDS) as response:
            text = response.read(BYTES_MAX).decode()
        families = list(text_string_to_metric_families(text))
    except (OSError, HTTPException, ValueError):
        return None
    return [Series(each.name, each.labels, each.value) for family in families for each in family.samples]
