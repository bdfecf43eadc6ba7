"""Encryption of stored secrets: who can read one, which key does it, and what becomes of files."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.encryption import (
    FILE_NAME,
    Encryption,
    NoEncryptionKey,
    Unreadable,
    add_keys,
    encryption_of,
    read_file,
)
from seatpreview.values.command_error import CommandError

OLD, NEW = b"o" * 32, b"n" * 32


@given(st.binary(max_size=100), st.text(max_size=20), st.data())
def test_only_the_purpose_and_the_whole_text_are_decrypted(
    plaintext: bytes, purpose: str, data: st.DataObject
) -> None:
    encryption = Encryption(OLD)
    text = encryption.encrypt(purpose, plaintext)
    assert encryption.decrypt(purpose, text) == plaintext
    assert encryption.encrypt(purpose, plaintext) != text
    position = data.draw(st.integers(0, len(text.rstrip("=")) - 3))
    changed = text[:position] + ("A" if text[position] != "A" else "B") + text[position + 1 :]
    for other_purpose, other_text in ((purpose + "x", text), (purpose, changed), (purpose, "v1.x.y")):
        with pytest.raises(Unreadable):
            encryption.decrypt(other_purpose, other_text)


def test_the_first_key_encrypts_and_all_of_them_decrypt() -> None:
    old, both, new = Encryption(OLD), Encryption(NEW, OLD), Encryption(NEW)
    assert both.decrypt("a", old.encrypt("a", b"1")) == b"1"
    assert new.decrypt("a", both.encrypt("a", b"2")) == b"2"
    with pytest.raises(Unreadable):
        new.decrypt("a", old.encrypt("a", b"3"))


def test_processes_that_make_the_key_at_once_agree_on_it_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    processes = [encryption_of(tmp_path, "", "") for _ in range(8)]
    assert not (tmp_path / FILE_NAME).exists(), "nothing is made before something is encrypted"
    with ThreadPoolExecutor(8) as pool:
        texts = list(pool.map(lambda each: each.encrypt("a", b"secret"), processes))
    assert {each.decrypt("a", text) for each in processes for text in texts} == {b"secret"}
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o077 == 0


def test_where_the_signing_secret_is_a_setting_no_machine_makes_a_key_of_its_own(tmp_path: Path) -> None:
    """Otherwise each machine would sign with secrets that the others cannot read, or lose them at a
    restart."""
    alone = encryption_of(tmp_path, "", "s" * 32)
    assert not alone.is_possible
    with pytest.raises(NoEncryptionKey):
        alone.encrypt("a", b"secret")
    assert list(tmp_path.iterdir()) == []
    configured = encryption_of(tmp_path, "k" * 32, "s" * 32)
    assert encryption_of(tmp_path, "k" * 32, "").decrypt("a", configured.encrypt("a", b"1")) == b"1"


def test_keys_of_a_backup_are_added_and_a_damaged_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    add_keys(path, [OLD])
    old = Encryption(path=path).encrypt("a", b"1")
    path.write_bytes(NEW + b"\n")
    running = Encryption(path=path)
    new = running.encrypt("a", b"2")
    add_keys(path, [OLD, NEW])
    assert read_file(path) == [NEW, OLD]
    assert (running.decrypt("a", old), running.decrypt("a", new)) == (b"1", b"2")
    for content in (b"", b"short\n"):
        path.write_bytes(content)
        with pytest.raises(CommandError, match="is damaged"):
            Encryption(path=path).encrypt("a", b"1")
