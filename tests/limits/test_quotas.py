"""Rules of quotas: what adds something is refused above a bound, and nothing else."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.limits.quotas import (
    FILE_BLOCK_BYTES,
    AppliedQuotas,
    ImageBytes,
    QuotaChanges,
    QuotaDefaults,
    StoredAmounts,
    TenantQuotas,
    check_before_upload,
    check_can_add_image,
    check_can_add_key,
    check_can_add_records,
    check_can_add_venue,
    near_quotas,
    size_on_disk,
)
from seatpreview.problems import QuotaExceeded

SIZES = st.integers(0, 10_000)


def quotas(
    image_bytes: int | None = None,
    venues: int | None = None,
    keys: int | None = None,
    record_bytes: int | None = None,
) -> AppliedQuotas:
    return AppliedQuotas(image_bytes, venues, keys, record_bytes)


def amounts(image_bytes: int, venues: int, keys: int, record_bytes: int) -> StoredAmounts:
    return StoredAmounts(ImageBytes(image_bytes, 0), venues, keys, record_bytes, webhooks=0)


@pytest.mark.parametrize(("check", "name"), [(check_can_add_venue, "venues"), (check_can_add_key, "keys")])
def test_as_many_as_the_quota_are_taken_and_not_one_more(
    check: Callable[[int, AppliedQuotas], None], name: str
) -> None:
    bound = quotas(**{name: 3})
    check(2, bound)
    check(1_000_000, quotas())
    for there in (3, 4):
        with pytest.raises(QuotaExceeded, match="may have 3") as refusal:
            check(there, bound)
        assert refusal.value.quota == name
        assert f"{there} " in refusal.value.detail
        assert f"quota {name}" in refusal.value.detail


@given(SIZES, SIZES, SIZES, SIZES, st.integers(1, 10_000))
def test_images_never_grow_above_the_quota(
    current: int, leaving: int, added: int, replaced: int, quota: int
) -> None:
    replaced = min(replaced, current)
    stored = ImageBytes(current, leaving)
    after = current - replaced + added
    try:
        check_can_add_image(stored, added, replaced, quotas(quota))
    except QuotaExceeded:
        assert after > quota or leaving + added > quota
        return
    assert after <= max(quota, current)
    # Replaced images are on the disk for a while, and have a bound of their own.
    assert current + leaving + added <= max(2 * quota, current + quota)


def test_a_smaller_image_in_place_of_a_larger_one_is_taken_above_the_quota() -> None:
    """A tenant that an older release let store more keeps it, and can make it less."""
    check_can_add_image(ImageBytes(5000, 0), added=900, replaced=1000, quotas=quotas(1000))
    with pytest.raises(QuotaExceeded, match="may have 1,000 bytes"):
        check_can_add_image(ImageBytes(5000, 0), added=1001, replaced=1000, quotas=quotas(1000))


def test_an_image_that_is_replaced_again_and_again_does_not_fill_the_disk() -> None:
    """Attack: each upload is within the quota, since it replaces the one before, whose addresses are valid
    for a quarter of an hour."""
    check_can_add_image(ImageBytes(900, 0), 900, 900, quotas(1000))
    with pytest.raises(QuotaExceeded, match="try again in some minutes"):
        check_can_add_image(ImageBytes(900, 900), 900, 900, quotas(1000))


@given(SIZES, SIZES, SIZES, st.integers(1, 10_000))
def test_what_is_refused_before_it_is_received_would_be_refused_afterwards(
    current: int, leaving: int, added: int, quota: int
) -> None:
    stored = ImageBytes(current, leaving)
    try:
        check_before_upload(stored, 0, quotas(quota))
    except QuotaExceeded:
        with pytest.raises(QuotaExceeded):
            check_can_add_image(stored, size_on_disk(added + 1), 0, quotas(quota))


def test_a_tiny_file_counts_as_the_room_that_it_takes() -> None:
    """Attack: a million images of one pixel, which have few bytes and as many files."""
    assert [size_on_disk(size) for size in (0, 1, 4096, 4097)] == [0, 4096, 4096, 8192]
    assert size_on_disk(1) == FILE_BLOCK_BYTES


@given(before=SIZES, after=SIZES, quota=st.integers(1, 10_000))
def test_records_never_grow_above_the_quota(before: int, after: int, quota: int) -> None:
    """Attack: drafts and versions of 32 MB, as many as there may be venues, until the disk is full."""
    is_refused = False
    try:
        check_can_add_records(before, after, quotas(record_bytes=quota))
    except QuotaExceeded:
        is_refused = True
    assert is_refused == (after > max(quota, before))


def test_records_may_fill_the_quota_to_the_last_byte() -> None:
    check_can_add_records(999, 1000, quotas(record_bytes=1000))
    with pytest.raises(QuotaExceeded) as refusal:
        check_can_add_records(1000, 1001, quotas(record_bytes=1000))
    assert refusal.value.quota == "recordBytes"


def test_whoever_has_too_many_bytes_of_records_can_make_them_fewer() -> None:
    """A tenant that an older release let store more keeps it."""
    for after in (4999, 5000):
        check_can_add_records(5000, after, quotas(record_bytes=1000))
    with pytest.raises(QuotaExceeded, match="have 5,000 bytes, and may have 1,000 bytes") as refusal:
        check_can_add_records(5000, 5001, quotas(record_bytes=1000))
    assert "they would have 5,001 bytes" in refusal.value.detail
    check_can_add_records(5000, 10**12, quotas())


def test_a_tenants_own_quota_comes_before_the_default_and_zero_means_none() -> None:
    defaults = QuotaDefaults(image_bytes=100, venues=10, keys=0, record_bytes=1000)
    assert defaults.apply(TenantQuotas()) == (100, 10, None, 1000)
    assert defaults.apply(TenantQuotas(image_bytes=7, keys=3)) == (7, 10, 3, 1000)
    assert defaults.apply(TenantQuotas(record_bytes=9)) == (100, 10, None, 9)


def test_a_quota_that_is_not_sent_keeps_its_value() -> None:
    before = TenantQuotas(image_bytes=7, venues=5)
    assert QuotaChanges(keys=3).applied_to(before) == TenantQuotas(image_bytes=7, venues=5, keys=3)
    assert QuotaChanges(venues=None).applied_to(before) == TenantQuotas(image_bytes=7)


def test_a_quota_is_near_from_four_fifths_on() -> None:
    usage = amounts(79, 80, 120, 80).within(quotas(100, 100, 100, 101))
    assert [(near.quota, near.is_used_up) for near in near_quotas(usage)] == [
        ("venues", False),
        ("keys", True),
    ]
    assert near_quotas(amounts(79, 80, 120, 80).within(quotas())) == []
    [near] = near_quotas(amounts(0, 0, 0, 80).within(quotas(100, 100, 100, 100)))
    assert (near.quota, near.use.used, near.is_used_up) == ("recordBytes", 80, False)
