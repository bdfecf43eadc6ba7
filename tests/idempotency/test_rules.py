"""The pure rules of repeats: which values are valid, and what a request with one means."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from seatpreview.idempotency import (
    REMEMBERED_SECONDS,
    RememberedRequest,
    expiry,
    fingerprint,
    first_request,
    hash_of_value,
)
from seatpreview.problems import IdempotencyKeyReused, ValidationFailed
from seatpreview.values.clock import MICROSECONDS, Moment

VISIBLE = [chr(code) for code in range(0x21, 0x7F)]
DAY = REMEMBERED_SECONDS * MICROSECONDS

values = st.text(st.sampled_from(VISIBLE), min_size=1, max_size=255)
moments = st.integers(0, 1 << 55).map(Moment)
parts = st.lists(st.text(), max_size=4)


def remembered(at: int, of: str = "request", expires_at: int | None = None) -> RememberedRequest:
    return RememberedRequest(
        fingerprint=of,
        record_id="ten_000000000000",
        record_version=1,
        at=Moment(at),
        expires_at=Moment(at + DAY if expires_at is None else expires_at),
    )


@given(values, values)
def test_values_are_told_apart_and_are_not_part_of_their_hash(one: str, other: str) -> None:
    assert (hash_of_value(one) == hash_of_value(other)) == (one == other)
    assert len(one) < 8 or one not in hash_of_value(one)


@given(st.text())
def test_a_value_is_visible_ascii_or_refused(sent: str) -> None:
    if 1 <= len(sent) <= 255 and all(character in VISIBLE for character in sent):
        hash_of_value(sent)
        return
    with pytest.raises(ValidationFailed) as refusal:
        hash_of_value(sent)
    assert [fault.parameter for fault in refusal.value.errors] == ["Idempotency-Key"]


@pytest.mark.parametrize("sent", ["x" * 256, "x\n", "\nx", "x\0", " ", "ü", "\x7f"])
def test_values_at_the_bounds_are_refused(sent: str) -> None:
    with pytest.raises(ValidationFailed):
        hash_of_value(sent)


@given(st.binary(max_size=50), parts, st.binary(max_size=50), parts)
def test_requests_have_the_same_fingerprint_only_if_all_parts_are_the_same(
    body: bytes, others: list[str], other_body: bytes, other_others: list[str]
) -> None:
    """The attack: to move characters from one part to another, so that two requests count as one."""
    same = (body, others) == (other_body, other_others)
    assert (fingerprint(body, *others) == fingerprint(other_body, *other_others)) == same


@given(st.text(), st.text(), st.binary(max_size=20))
def test_characters_that_move_between_parts_change_the_fingerprint(one: str, two: str, body: bytes) -> None:
    assume(two)
    assert fingerprint(body, one, two) != fingerprint(body, one + two, "")
    assert fingerprint(body, one, two) != fingerprint(body, one + two)


@given(moments, st.integers(0, 2 * DAY))
def test_a_request_is_remembered_for_a_day_to_the_microsecond(at: Moment, later: int) -> None:
    now = Moment(at + later)
    found = first_request(remembered(at), "request", now)
    assert (found is not None) == (later < DAY)
    assert expiry(at) == at + DAY


@given(moments, st.integers(0, DAY - 1))
def test_another_request_with_the_value_is_refused_while_it_is_remembered(at: Moment, later: int) -> None:
    with pytest.raises(IdempotencyKeyReused):
        first_request(remembered(at), "another", Moment(at + later))


@given(moments, st.integers(DAY, 3 * DAY), st.sampled_from(["request", "another"]))
def test_a_forgotten_value_may_be_used_for_anything(at: Moment, later: int, sent: str) -> None:
    assert first_request(remembered(at), sent, Moment(at + later)) is None
    assert first_request(None, sent, at) is None


@given(moments, st.integers(0, 3 * DAY))
def test_a_request_is_not_remembered_longer_than_what_it_made_exists(at: Moment, life: int) -> None:
    assert expiry(at, Moment(at + life)) == min(at + life, at + DAY)
