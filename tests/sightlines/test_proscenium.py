"""Where a theatre has a wall between house and stage. The other half is stage-opening.test.ts."""

import json
from pathlib import Path
from typing import Any

import pytest

from layouts.written import compiled
from seatpreview.sightlines.bodies import hall_bodies

CASES = json.loads((Path(__file__).parents[1] / "layouts" / "shared" / "openings.json").read_bytes())


@pytest.mark.parametrize("case", CASES["openings"], ids=lambda case: case["title"])
def test_the_wall_is_in_front_of_nobody_who_sits_beside_the_stage(case: dict[str, Any]) -> None:
    written = dict(case["layout"])
    layout = compiled(*written.pop("sections"), **written)
    configuration = layout.configurations[case["configuration"]] if case["configuration"] else None
    walls = [body for body in hall_bodies(layout, configuration).bodies if body.id == "proscenium.left"]
    assert [list(wall.line[0]) for wall in walls] == ([] if case["wall"] is None else [case["wall"]])
