"""Bodies that change some members of a record."""

import msgspec
import pytest
from msgspec import UNSET, UnsetType

from seatpreview.values.partial_update import PartialUpdate


class UpdateHall(PartialUpdate, kw_only=True):
    """The members of a hall to change."""

    name: str | UnsetType = UNSET
    seat_count: int | None | UnsetType = UNSET


def test_what_was_sent_is_known_by_both_names_and_null_counts_as_sent() -> None:
    body = msgspec.json.decode(b'{"seatCount": null}', type=UpdateHall)
    assert body.sent() == {"seat_count": None}
    assert body.sent_members() == ("seatCount",)


@pytest.mark.parametrize("body", [b"{}", b'{"colour": "red"}'])
def test_nothing_to_change_and_unknown_members_are_refused(body: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=UpdateHall)
