"""What is deprecated says so: in headers of responses, and in the OpenAPI document."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
import schemathesis

from cast import Cast
from seatpreview.api import deprecations
from seatpreview.api.deprecations import Deprecation
from seatpreview.reference.openapi import document

SINCE = datetime(2027, 1, 1, tzinfo=UTC)
SUNSET = datetime(2028, 7, 1, 12, 30, tzinfo=UTC)
LINK = "https://preview.example/guide/versions.html"


def entry(**parts: Any) -> Deprecation:
    """Returns an entry of the table with these names."""
    values: dict[str, Any] = {"since": SINCE, "sunset": SUNSET, "link": LINK}
    return Deprecation(**(values | parts))


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    """One operation, one query parameter and one member are deprecated, each by an entry of this test."""
    entries = (
        entry(operation_id="getCaller"),
        entry(operation_id="listKeys", parameter="status", sunset=SUNSET + timedelta(days=1)),
        entry(schema="ApiKey", member="label"),
    )
    monkeypatch.setattr(deprecations, "DEPRECATIONS", entries)


@pytest.mark.usefixtures("table")
@pytest.mark.anyio
async def test_responses_of_a_deprecated_operation_say_when_it_ends(shared_cast: Cast) -> None:
    answer = await shared_cast.owner.get("/caller")
    assert answer.status_code == 200
    assert answer.headers["deprecation"] == f"@{int(SINCE.timestamp())}"
    assert answer.headers["sunset"] == "Sat, 01 Jul 2028 12:30:00 GMT"
    assert parsedate_to_datetime(answer.headers["sunset"]) == SUNSET
    assert answer.headers["link"] == f'<{LINK}>; rel="deprecation"; type="text/html"'


@pytest.mark.usefixtures("table")
@pytest.mark.anyio
async def test_the_errors_of_a_deprecated_operation_say_when_it_ends(shared_cast: Cast) -> None:
    answer = await shared_cast.owner.get("/caller?nothing=1")
    assert answer.status_code == 400
    assert "sunset" in answer.headers


@pytest.mark.usefixtures("table")
@pytest.mark.anyio
async def test_a_parameter_is_told_to_those_who_send_it(shared_cast: Cast) -> None:
    sent = await shared_cast.owner.get("/manage/keys?limit=1&status=active")
    not_sent = await shared_cast.owner.get("/manage/keys?limit=1")
    assert sent.headers["sunset"] == "Sun, 02 Jul 2028 12:30:00 GMT"
    assert "sunset" not in not_sent.headers
    assert "deprecation" not in not_sent.headers


@pytest.mark.anyio
async def test_other_operations_have_no_deprecation_headers(shared_cast: Cast) -> None:
    answer = await shared_cast.owner.get("/caller")
    assert "deprecation" not in answer.headers
    assert "sunset" not in answer.headers


@pytest.mark.usefixtures("table")
def test_the_document_marks_deprecated_operations() -> None:
    described = document("https://preview.example/v1")
    schemathesis.openapi.from_dict(described).validate()
    caller = described["paths"]["/caller"]["get"]
    assert (caller["deprecated"], caller["x-sunset"]) == (True, "2028-07-01")
    for response in caller["responses"].values():
        assert {"Deprecation", "Sunset"} <= response["headers"].keys()
    marked = [
        part for part in described["paths"]["/manage/keys"]["get"]["parameters"] if "deprecated" in part
    ]
    assert [part["name"] for part in marked] == ["status"]
    assert described["components"]["schemas"]["ApiKey"]["properties"]["label"]["deprecated"] is True
    assert str(described).count("'deprecated': True") == 3


def test_what_is_marked_in_one_document_is_not_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    before = document("https://preview.example/v1")
    with monkeypatch.context() as patched:
        patched.setattr(deprecations, "DEPRECATIONS", (entry(operation_id="getCaller"),))
        assert document("https://preview.example/v1") != before
    assert document("https://preview.example/v1") == before


@pytest.mark.parametrize(
    "parts",
    [
        {"operation_id": "getNothing"},
        {"operation_id": "listKeys", "parameter": "nothing"},
        {"schema": "ApiKey", "member": "nothing"},
        {"schema": "Nothing", "member": "label"},
    ],
)
def test_an_entry_names_something_that_exists(monkeypatch: pytest.MonkeyPatch, parts: dict[str, str]) -> None:
    monkeypatch.setattr(deprecations, "DEPRECATIONS", (entry(**parts),))
    with pytest.raises(ValueError, match=r"no (operation|query parameter|member)"):
        document("https://preview.example/v1")


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"operation_id": "listKeys", "schema": "ApiKey", "member": "label"},
        {"schema": "ApiKey"},
        {"schema": "ApiKey", "member": "label", "parameter": "status"},
        {"operation_id": "listKeys", "sunset": SINCE + timedelta(days=364)},
    ],
)
def test_an_entry_is_whole_and_leaves_a_year(parts: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"An entry names|belongs to|at least 365 days"):
        entry(**parts)
