"""The format of a JSON file is recognised by its members."""

from contextlib import suppress

import pytest
from hypothesis import given

from imports.arbitrary_json import values
from seatpreview.imports.file_import import own_record, recognise_json
from seatpreview.imports.model import FileFormat, UnreadableFile


@pytest.mark.parametrize(
    ("content", "file_format"),
    [
        ({"zones": []}, "pretix"),
        ({"id": 1, "layout": {"zones": []}}, "pretix"),
        ({"subChart": {}, "zones": {"list": []}}, "seatsio"),
        ({"subChartFloors": []}, "seatsio"),
        ({"venueType": "MIXED"}, "seatsio"),
        ({"type": "FeatureCollection", "features": []}, "geojson"),
        ([{"type": "Group"}, {"type": "reserved"}], "areas"),
        ({"type": "Unreserved"}, "areas"),
        ({"areas": [{"type": "Group"}]}, "areas"),
        ({"venueId": "v", "baseSeatingArea": {"type": "Group", "areas": [{"type": "Reserved"}]}}, "areas"),
        ({"name": "Plan", "child_areas": [{"name": "Stalls", "seats": [{"row": "A"}]}]}, "areas"),
        ({"name": "Hall", "rules": {"layout": {}}}, "record"),
        ({"sections": []}, "layout"),
        ({"focus": {}}, "layout"),
    ],
)
def test_a_format_is_recognised_by_its_members(content: object, file_format: FileFormat) -> None:
    assert recognise_json(content) == file_format


@pytest.mark.parametrize(
    "content", [None, 1, "zones", [], [1], {}, {"name": "Hall"}, {"zones": 1}, {"type": []}, {"venueId": 1}]
)
def test_an_unknown_format_is_refused_with_the_known_ones(content: object) -> None:
    with pytest.raises(UnreadableFile) as refused:
        recognise_json(content)
    for known in ("pretix", "seats.io", "GeoJSON", "Spektrix", "record", "layout"):
        assert known in refused.value.sentences[0]


@given(values(("zones", "type", "layout", "areas", "rules", "sections", "subChart")))
def test_recognition_raises_no_other_error(content: object) -> None:
    with suppress(UnreadableFile):
        recognise_json(content)


def test_a_record_stays_as_it_is_and_a_layout_becomes_a_record() -> None:
    assert own_record({"name": "Hall"}, "record") == {"name": "Hall"}
    assert own_record({"sections": []}, "layout") == {"rules": {"layout": {"sections": []}}}
