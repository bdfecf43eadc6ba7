"""A rotation warns of pages that name the key, says what to write in them, and until when."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from seatpreview.keys.model import CreateKeyRequest, Key, UsesOfDay
from seatpreview.keys.origins import Origin
from seatpreview.keys.rules import new_key, rotation_warnings
from seatpreview.values.clock import MICROSECONDS, Moment, moment_of
from seatpreview.values.ids import KeyId

AT = moment_of(datetime(2026, 11, 17, 9, tzinfo=UTC))
DAY_SECONDS = 86_400
NEW = KeyId("key_bbbbbbbbbbbb")
USES = (UsesOfDay(day="2026-11-17", requests=1200), UsesOfDay(day="2026-11-11", requests=34))


def key(*, allow_origin_only: bool = True) -> Key:
    body = CreateKeyRequest(
        allowed_origins=(Origin.parse("https://shop.example"),), allow_origin_only=allow_origin_only
    )
    return replace(new_key(body, None, None, AT), key_id=KeyId("key_aaaaaaaaaaaa"))


def warning(grace_seconds: int, uses: tuple[UsesOfDay, ...] = USES) -> str:
    revoke_at = Moment(AT + grace_seconds * MICROSECONDS)
    [found] = rotation_warnings(key(), NEW, AT, revoke_at, uses)
    assert found.code == "pages_name_the_key"
    return found.detail


def test_a_key_that_always_needs_its_secret_warns_of_nothing() -> None:
    assert rotation_warnings(key(allow_origin_only=False), NEW, AT, AT, USES) == ()


@pytest.mark.parametrize(
    ("uses", "said"),
    [
        (USES, "1,234 requests named it since 2026-11-11."),
        ((UsesOfDay(day="2026-11-17", requests=1),), "1 request named it since 2026-11-17."),
        ((), "no request has named it lately."),
    ],
)
def test_the_warning_says_how_often_pages_named_the_key(uses: tuple[UsesOfDay, ...], said: str) -> None:
    assert f"without its secret: {said}" in warning(DAY_SECONDS, uses)


def test_the_warning_says_what_to_write_and_until_when() -> None:
    detail = warning(DAY_SECONDS)
    assert 'Replace key_aaaaaaaaaaaa in them: write key-id="key_bbbbbbbbbbbb"' in detail
    assert "before 2026-11-18T09:00:00Z. From then on they show no views." in detail


def test_without_a_grace_period_the_warning_says_that_pages_are_down() -> None:
    assert warning(0).endswith("Until then they show no views.")


@pytest.mark.parametrize(
    ("grace_seconds", "proposes"),
    [(0, False), (1, True), (DAY_SECONDS, True), (604_799, True), (604_800, False)],
)
def test_the_warning_proposes_a_longer_grace_period_where_there_is_one(
    grace_seconds: int, proposes: bool
) -> None:
    """After a leak nobody is asked to let the old secret work for longer."""
    assert ("at most 604800 (seven days)" in warning(grace_seconds)) is proposes
