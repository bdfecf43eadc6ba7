"""The signing secret, and cursors that are signed with it."""

import multiprocessing
import stat
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from seatpreview.clock import MICROSECONDS, Moment
from seatpreview.signing import KEPT_SECONDS, Signing, rotate, signing_of


def test_the_secret_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    signature = signing_of(tmp_path / "data", "").sign("p", b"m")
    assert signing_of(tmp_path / "data", "").sign("p", b"m") == signature
    [kept] = (tmp_path / "data").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_configured_secret_comes_before_the_kept_one(tmp_path: Path) -> None:
    signing_of(tmp_path, "")
    configured = "x" * 32
    assert signing_of(tmp_path, configured).sign("p", b"m") == Signing(configured.encode()).sign("p", b"m")


def test_processes_that_start_together_agree_on_one_secret(tmp_path: Path) -> None:
    with multiprocessing.get_context("fork").Pool(8) as pool:
        signatures = pool.map(_signature, [tmp_path] * 16)
    assert len(set(signatures)) == 1
    assert len(list(tmp_path.iterdir())) == 1


@given(st.binary(max_size=40), st.binary(min_size=16, max_size=16), st.integers(0, 167))
def test_no_bit_of_message_or_signature_can_be_changed(message: bytes, secret: bytes, bit: int) -> None:
    signing = Signing(secret)
    signature = signing.sign("p", message)
    assert signing.holds("p", message, signature)
    assert not signing.holds("q", message, signature)
    assert not signing.holds("p", message + b"x", signature)
    changed = bytearray(signature)
    changed[bit // 8] ^= 1 << bit % 8
    assert not signing.holds("p", message, bytes(changed))
    assert not signing.holds("p", message, signature[:-1])


def test_a_rotation_breaks_nothing_that_is_out(tmp_path: Path) -> None:
    before = signing_of(tmp_path, "")
    signature = before.sign("p", b"m")
    assert rotate(tmp_path, Moment(1)) == 1
    after = signing_of(tmp_path, "")
    assert after.holds("p", b"m", signature)
    assert after.sign("p", b"m") != signature
    [kept] = tmp_path.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_process_that_was_not_restarted_takes_up_a_rotation(tmp_path: Path) -> None:
    running = signing_of(tmp_path, "")
    old = running.sign("p", b"m")
    rotate(tmp_path, Moment(1))
    new = signing_of(tmp_path, "").sign("p", b"m")
    assert running.holds("p", b"m", new)
    assert running.sign("p", b"m") == new
    assert running.holds("p", b"m", old)


def test_an_old_secret_is_dropped_once_nothing_that_it_signed_can_live(tmp_path: Path) -> None:
    first = signing_of(tmp_path, "").sign("p", b"m")
    rotate(tmp_path, Moment(1))
    second = signing_of(tmp_path, "").sign("p", b"m")
    rotate(tmp_path, Moment(1 + KEPT_SECONDS * MICROSECONDS))
    signing = signing_of(tmp_path, "")
    assert not signing.holds("p", b"m", first)
    assert signing.holds("p", b"m", second)


def test_a_file_that_is_taken_away_changes_nothing_for_who_has_read_it(tmp_path: Path) -> None:
    running = signing_of(tmp_path, "")
    signature = running.sign("p", b"m")
    (tmp_path / "signing-secret").unlink()
    running.refresh()
    assert running.holds("p", b"m", signature)
    assert not running.holds("p", b"m", b"?" * 21)


def test_after_a_leak_the_old_secrets_are_forgotten_at_once(tmp_path: Path) -> None:
    running = signing_of(tmp_path, "")
    leaked = running.sign("p", b"m")
    assert rotate(tmp_path, Moment(1), forget=True) == 0
    assert not signing_of(tmp_path, "").holds("p", b"m", leaked)
    running.refresh()
    assert not running.holds("p", b"m", leaked)


def test_of_several_configured_secrets_the_first_signs_and_all_check(tmp_path: Path) -> None:
    old, new = "o" * 32, "n" * 32
    signature = signing_of(tmp_path, old).sign("p", b"m")
    both = signing_of(tmp_path, f"{new},{old}")
    assert both.holds("p", b"m", signature)
    assert both.sign("p", b"m") == signing_of(tmp_path, new).sign("p", b"m")


def _signature(data_dir: Path) -> bytes:
    return signing_of(data_dir, "").sign("p", b"m")
