"""The lookup of configurations, and which seats a session may see."""

import pytest
from msgspec import UNSET

from layouts.written import compiled, section
from seatpreview.labels.model import place_of
from seatpreview.problems import ScopeInsufficient, ValidationFailed
from seatpreview.seats.lookup import check_may_see, find_configuration, middle_of
from seats.session_claims import session

HALL = compiled(section(), configurations=[{"id": "end", "closed": [101]}, {"id": "round"}])
END = HALL.configurations["end"]


@pytest.mark.parametrize(("seats", "middle"), [("1", "1"), ("12", "1"), ("123", "2"), ("1234", "2")])
def test_the_view_of_several_seats_is_from_the_middle_one(seats: str, middle: str) -> None:
    assert middle_of(tuple(place_of("101", "A", seat) for seat in seats)) == place_of("101", "A", middle)


def test_the_configuration_is_the_one_asked_for_or_the_sessions() -> None:
    assert find_configuration(HALL, UNSET, None) is None
    assert find_configuration(HALL, "round", None) is HALL.configurations["round"]
    assert find_configuration(HALL, UNSET, session(configuration="end")) is END
    assert find_configuration(HALL, "round", session(configuration="end")) is HALL.configurations["round"]


def test_the_bare_hall_can_be_asked_for() -> None:
    only = compiled(section(), configurations=[{"id": "end"}])
    assert find_configuration(only, "none", session(configuration="end")) is None
    assert find_configuration(only, UNSET, session(configuration="none")) is None


def test_a_sessions_configuration_that_the_layout_lost_is_the_default() -> None:
    assert find_configuration(HALL, UNSET, session(configuration="gone")) is None
    only = compiled(section(), configurations=[{"id": "end"}])
    assert find_configuration(only, UNSET, session(configuration="gone")) is only.configurations["end"]


def test_an_unknown_configuration_is_told_the_known_ones() -> None:
    with pytest.raises(ValidationFailed, match="it has 'end', 'round'") as caught:
        find_configuration(HALL, "gone", None)
    assert caught.value.errors[0].parameter == "configuration"


def test_a_session_for_some_seats_sees_no_other() -> None:
    """Attack: a page with a session for the buyer's own seats requests the view from better ones."""
    own = session(seats=("101/A/1",))
    check_may_see(("101/A/1",), own)
    for other in ("101/A/2", "101/A", "101"):
        with pytest.raises(ScopeInsufficient, match="for other seats"):
            check_may_see((other,), own)


def test_a_session_must_be_for_all_of_several_seats() -> None:
    """Attack: a page asks for its own seat together with a better one, and is shown the view from that."""
    own = session(seats=("101/A/1", "101/A/2"))
    check_may_see(("101/A/1", "101/A/2"), own)
    check_may_see(("101/A/1", "101/A/3"), session())
    check_may_see(("101/A/1", "101/A/3"), None)
    with pytest.raises(ScopeInsufficient, match="does not cover all of these seats"):
        check_may_see(("101/A/1", "101/A/2", "101/A/3"), own)
