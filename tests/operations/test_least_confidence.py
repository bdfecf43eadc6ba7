"""The default of the least confidence holds wherever labels are taken."""

import pytest
from msgspec.structs import replace

from cast import Cast
from events.arena import event, rejection_reasons, report
from seatpreview.labels.matching.readings import Readings
from seatpreview.labels.minimum_confidence import MIN_CONFIDENCE_DEFAULT
from seatpreview.labels.model import Parts, Resolution
from seatpreview.labels.resolver import Resolver
from seats.halls import put_hall_record

pytestmark = pytest.mark.anyio

SURE, UNSURE = "Terrace 101, row B, seat 2", "Terrace 101, row B, seat 3"


@pytest.fixture
def hesitates(monkeypatch: pytest.MonkeyPatch) -> None:
    """One label is understood with a confidence just below the default, and another with the default."""
    resolve = Resolver.resolve

    def hesitating(resolver: Resolver, label: str | Parts, readings: Readings | None = None) -> Resolution:
        confidence = {SURE: MIN_CONFIDENCE_DEFAULT, UNSURE: MIN_CONFIDENCE_DEFAULT - 0.01}.get(str(label))
        found = resolve(resolver, label, readings)
        return found if confidence is None else replace(found, confidence=confidence)

    monkeypatch.setattr(Resolver, "resolve", hesitating)


@pytest.mark.usefixtures("hesitates")
async def test_what_is_below_the_default_is_no_answer_anywhere(cast: Cast) -> None:
    await put_hall_record(cast)
    assert await _outcomes(cast, SURE) == (200, "matched", 201, "accepted")
    assert await _outcomes(cast, UNSURE) == (404, "unmatched", 400, "rejected")
    asked = {"venue": cast.hall, "seat": UNSURE, "minConfidence": 0.1}
    assert (await cast.owner.get("/seats/preview", **asked)).status_code == 200


async def _outcomes(cast: Cast, label: str) -> tuple[int, str, int, str]:
    preview = await cast.owner.get("/seats/preview", venue=cast.hall, seat=label)
    resolved = await cast.owner.post("/seats/resolve", {"venue": cast.hall, "labels": [label]})
    session = await cast.owner.post("/sessions", {"venue": cast.hall, "seats": [label]})
    seen = event("seat_viewed", venue=cast.hall, seat=label)
    answer = await report(cast.owner, seen)
    return (
        preview.status_code,
        resolved.json()["results"][0]["status"],
        session.status_code,
        "rejected" if seen["eventId"] in rejection_reasons(answer) else "accepted",
    )
