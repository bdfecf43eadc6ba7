"""Room that is reserved for changes that end access. Full disks: tests/bad_days/test_reserved_room.py."""

import errno
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from seatpreview.database.reserved_room import FILE_NAME, RELEASED_BYTES, RESERVED_BYTES, ReservedRoom


@pytest.fixture
def room(tmp_path: Path) -> ReservedRoom:
    reserved = ReservedRoom(tmp_path)
    reserved.fill()
    return reserved


def failing(times: int, room: ReservedRoom, seen: list[int]) -> Callable[[], str]:
    """Returns a function that finds the disk full this many times, and notes how much was reserved then."""

    def call() -> str:
        seen.append(room.size_bytes())
        if len(seen) <= times:
            raise OSError(errno.ENOSPC, "No space left on device")
        return "written"

    return call


def test_the_room_is_taken_from_the_disk_and_for_this_user_only(room: ReservedRoom, tmp_path: Path) -> None:
    found = (tmp_path / FILE_NAME).stat()
    assert found.st_size == RESERVED_BYTES
    assert found.st_blocks * 512 >= RESERVED_BYTES, "a file with holes would reserve nothing"
    assert found.st_mode & 0o777 == 0o600


def test_a_call_that_finds_room_uses_none_of_it(room: ReservedRoom) -> None:
    seen: list[int] = []
    assert room.call(failing(0, room, seen)) == "written"
    assert seen == [RESERVED_BYTES]


def test_room_is_released_until_the_call_succeeds_and_taken_back_afterwards(room: ReservedRoom) -> None:
    seen: list[int] = []
    assert room.call(failing(2, room, seen)) == "written"
    assert seen == [RESERVED_BYTES - RELEASED_BYTES * number for number in range(3)]
    assert room.size_bytes() == RESERVED_BYTES


def test_a_call_that_fails_with_all_of_the_room_raises_its_error(room: ReservedRoom) -> None:
    seen: list[int] = []
    with pytest.raises(OSError, match="No space left"):
        room.call(failing(1000, room, seen))
    assert seen[-1] == 0
    assert room.size_bytes() == RESERVED_BYTES


def test_another_error_releases_nothing(room: ReservedRoom) -> None:
    seen: list[int] = []

    def call() -> None:
        seen.append(room.size_bytes())
        raise sqlite3.IntegrityError("UNIQUE constraint failed")

    with pytest.raises(sqlite3.IntegrityError):
        room.call(call)
    assert seen == [RESERVED_BYTES]


def test_a_folder_without_reserved_room_is_no_fault(tmp_path: Path) -> None:
    room = ReservedRoom(tmp_path / "missing")
    room.fill()
    assert room.size_bytes() == 0
    with pytest.raises(OSError, match="No space left"):
        room.call(failing(1, room, []))
