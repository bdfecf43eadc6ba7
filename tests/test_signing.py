"""The signing secret, and cursors that are signed with it."""

import multiprocessing
import stat
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from seatpreview.signing import Signing, signing_of


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


@given(st.binary(max_size=40), st.binary(min_size=16, max_size=16), st.integers(0, 127))
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


def _signature(data_dir: Path) -> bytes:
    return signing_of(data_dir, "").sign("p", b"m")
