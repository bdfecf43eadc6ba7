"""The cart has what the picker shows, at the same total, and nothing that nobody has chosen."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from running_shop import TEMPLATE, run_chapter, run_program, serving

from journey.cart_cases import CASES


def test_the_cart_has_what_the_picker_shows_and_nothing_else(tmp_path: Path) -> None:
    shutil.copytree(TEMPLATE, tmp_path / "data")
    environment = {"PRETIX_PRETIX_DATADIR": str(tmp_path / "data")}
    run_program("journey.make_cart_events", environment=environment)
    with serving(tmp_path) as origin:
        run_chapter("fill_carts", origin)
        carts = json.loads(run_program("journey.make_cart_events", "print", environment=environment))
    found = {slug: sorted(tuple(position) for position in cart) for slug, cart in carts.items()}
    assert found == {case.slug: sorted(case.cart) for case in CASES}
