"""The signing secrets: how they are created, rotated and used."""

import multiprocessing
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.signing import (
    FILE_NAME,
    RETIRED_LINK_SECRET_SECONDS,
    RETIRED_SECRET_SECONDS,
    OldSecrets,
    Signing,
    rotate,
    signing_of,
)
from seatpreview.values.clock import MICROSECONDS, Clock, Moment
from seatpreview.values.command_error import CommandError
from signing_process import send_signature

DAY = 86_400
PROCESSES = 4


def test_the_secret_is_created_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    signature = signing_of(tmp_path / "data", "").sign("p", b"m")
    assert signing_of(tmp_path / "data", "").sign("p", b"m") == signature
    [file] = (tmp_path / "data").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_configured_secret_comes_before_the_stored_one(tmp_path: Path) -> None:
    signing_of(tmp_path, "")
    configured = "x" * 32
    assert signing_of(tmp_path, configured).sign("p", b"m") == Signing(configured.encode()).sign("p", b"m")


@pytest.mark.parametrize(
    "content", ["", "\n", "short\n", "x" * 40 + " yesterday\n", "x" * 40 + " 1 2\n", "x" * 40 + "\nshort\n"]
)
def test_a_damaged_secret_is_refused_at_the_start_and_not_used_by_whoever_runs(
    tmp_path: Path, content: str
) -> None:
    """Attack: a file that was emptied signs with a secret that anybody can guess."""
    running = signing_of(tmp_path, "")
    signature = running.sign("p", b"m")
    (tmp_path / FILE_NAME).write_text(content)
    running.refresh()
    assert running.sign("p", b"m") == signature
    for use in (lambda: signing_of(tmp_path, ""), lambda: rotate(tmp_path, Moment(1))):
        with pytest.raises(CommandError, match=str(tmp_path / FILE_NAME)):
            use()
    assert (tmp_path / FILE_NAME).read_text() == content


def test_processes_that_start_together_agree_on_one_secret(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")  # A fork of a process with threads may wait for ever.
    start, signatures = spawn.Barrier(PROCESSES), spawn.SimpleQueue()
    processes = [
        spawn.Process(target=send_signature, args=(tmp_path, start, signatures), daemon=True)
        for _ in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * PROCESSES
    assert len({signatures.get() for _ in processes}) == 1
    assert len(list(tmp_path.iterdir())) == 1


@given(st.binary(max_size=40), st.binary(min_size=16, max_size=16), st.integers(0, 167))
def test_no_bit_of_message_or_signature_can_be_changed(message: bytes, secret: bytes, bit: int) -> None:
    signing = Signing(secret)
    signature = signing.sign("p", message)
    assert signing.verify("p", message, signature)
    assert not signing.verify("q", message, signature)
    assert not signing.verify("p", message + b"x", signature)
    changed = bytearray(signature)
    changed[bit // 8] ^= 1 << bit % 8
    assert not signing.verify("p", message, bytes(changed))
    assert not signing.verify("p", message, signature[:-1])


def test_signatures_stay_valid_after_a_rotation(tmp_path: Path) -> None:
    before = signing_of(tmp_path, "")
    signature = before.sign("p", b"m")
    assert rotate(tmp_path, Clock().now()) == OldSecrets(1, 0)
    after = signing_of(tmp_path, "")
    assert after.verify("p", b"m", signature)
    assert after.sign("p", b"m") != signature
    [file] = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_running_process_uses_the_secrets_of_a_rotation(tmp_path: Path) -> None:
    running = signing_of(tmp_path, "")
    old = running.sign("p", b"m")
    rotate(tmp_path, Clock().now())
    new = signing_of(tmp_path, "").sign("p", b"m")
    assert running.verify("p", b"m", new)
    assert running.sign("p", b"m") == new
    assert running.verify("p", b"m", old)


def days_ago(days: float) -> Moment:
    return Moment(Clock().now() - round(days * DAY * MICROSECONDS))


def accepts(signing: Signing, signature: bytes) -> tuple[bool, bool]:
    """Whether a signature of "m" is accepted as that of a session, and as that of a link."""
    return (
        signing.verify("p", b"m", signature),
        signing.verify("p", b"m", signature, retired_seconds=RETIRED_LINK_SECRET_SECONDS),
    )


def test_a_secret_that_was_retired_nine_days_ago_verifies_links_only(tmp_path: Path) -> None:
    """Attack: an old secret leaks, which is kept for links, and signs a session."""
    running = signing_of(tmp_path, "")
    signature, [digest] = running.sign("p", b"m"), running.digests("p", b"m")
    rotate(tmp_path, days_ago(7))
    running.refresh()
    assert accepts(running, signature) == (True, True)
    assert digest in running.digests("p", b"m")
    (tmp_path / "signing-secret").unlink()
    other = signing_of(tmp_path, "")
    signature, [digest] = other.sign("p", b"m"), other.digests("p", b"m")
    rotate(tmp_path, days_ago(9))
    for signing in (signing_of(tmp_path, ""), other):
        signing.refresh()
        assert accepts(signing, signature) == (False, True)
        assert digest not in signing.digests("p", b"m")


def test_an_old_secret_is_removed_once_nothing_that_it_signed_is_valid(tmp_path: Path) -> None:
    first = signing_of(tmp_path, "").sign("p", b"m")
    rotate(tmp_path, days_ago(402))
    second = signing_of(tmp_path, "").sign("p", b"m")
    assert accepts(signing_of(tmp_path, ""), first) == (False, False), "before the next rotation, too"
    assert rotate(tmp_path, days_ago(300)) == OldSecrets(1, 1)
    assert rotate(tmp_path, Clock().now()) == OldSecrets(1, 1), "that of 402 days ago is gone"
    assert len((tmp_path / "signing-secret").read_text().splitlines()) == 3
    assert accepts(signing_of(tmp_path, ""), first) == (False, False)
    assert accepts(signing_of(tmp_path, ""), second) == (False, True)


def test_what_is_kept_for_links_lasts_longer_than_any_link() -> None:
    assert RETIRED_SECRET_SECONDS == 8 * DAY
    assert RETIRED_LINK_SECRET_SECONDS > 400 * DAY


def test_no_two_secrets_have_the_same_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many secrets are kept: if an old one had the id of the new one, one of them would not verify."""
    signing_of(tmp_path, "")
    [first] = (tmp_path / "signing-secret").read_text().split()
    tokens = iter([first, first, "another"])
    monkeypatch.setattr("seatpreview.signing.secrets.token_urlsafe", lambda size: next(tokens))
    rotate(tmp_path, Clock().now())
    assert (tmp_path / "signing-secret").read_text().splitlines()[0] == "another"


def test_secrets_that_are_settings_can_be_kept_for_links_alone(tmp_path: Path) -> None:
    old, new = "o" * 32, "n" * 32
    signature = signing_of(tmp_path, old).sign("p", b"m")
    assert accepts(signing_of(tmp_path, new), signature) == (False, False)
    assert accepts(signing_of(tmp_path, new, old), signature) == (False, True)
    assert accepts(signing_of(tmp_path, "", old), signature) == (False, True), "with a file, too"
    assert accepts(signing_of(tmp_path, f"{new},{old}", old), signature) == (True, True)
    assert signing_of(tmp_path, new, old).sign("p", b"m") == signing_of(tmp_path, new).sign("p", b"m")
    assert len(signing_of(tmp_path, new, old).digests("p", b"m")) == 1


def test_a_process_that_has_read_the_file_does_not_need_it_any_more(tmp_path: Path) -> None:
    running = signing_of(tmp_path, "")
    signature = running.sign("p", b"m")
    (tmp_path / "signing-secret").unlink()
    running.refresh()
    assert running.verify("p", b"m", signature)
    assert not running.verify("p", b"m", b"?" * 21)


def test_after_a_leak_the_old_secrets_can_be_removed_at_once(tmp_path: Path) -> None:
    running = signing_of(tmp_path, "")
    leaked = running.sign("p", b"m")
    assert rotate(tmp_path, Clock().now(), forget=True) == OldSecrets(0, 0)
    assert not signing_of(tmp_path, "").verify("p", b"m", leaked)
    running.refresh()
    assert not running.verify("p", b"m", leaked)


def test_of_several_configured_secrets_the_first_signs_and_all_verify(tmp_path: Path) -> None:
    old, new = "o" * 32, "n" * 32
    signature = signing_of(tmp_path, old).sign("p", b"m")
    both = signing_of(tmp_path, f"{new},{old}")
    assert both.verify("p", b"m", signature)
    assert both.sign("p", b"m") == signing_of(tmp_path, new).sign("p", b"m")


def test_purposes_that_clients_choose_take_no_room_for_ever() -> None:
    """The attack: a list is asked for with ever new filters, each of which is the purpose of a cursor."""
    signing = Signing(b"secret")
    first = signing.sign("purpose 0", b"message")
    for number in range(3000):
        signing.sign(f"purpose {number}", b"message")
    assert len(signing._keys) <= 1000
    assert signing.verify("purpose 0", b"message", first)
