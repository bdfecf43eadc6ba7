"""Promises of script/bench: what it marks, what it reads and writes, and that rounds share nothing."""

import socket
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from benchmarks import overview, readme, tables
from benchmarks.databases import EmbeddedDatabases
from benchmarks.growth import Growth
from benchmarks.latency import send_each_once
from benchmarks.operations import OPERATIONS, OPERATIONS_BY_ID
from benchmarks.pinned_server import Cores
from benchmarks.results import Result, new_result, saved_results
from benchmarks.sides import our_side
from benchmarks.speed import PeerSpeed, Speed
from benchmarks.throughput import UNIQUE, Request

FASTER = PeerSpeed(per_second=500, cpu_us=2000, ratio=2.0, cpu_ratio=2.0, scheduling="BATCH")


def speed(peer: PeerSpeed, name: str = "getKey", items: int = 1) -> Speed:
    return Speed(
        mode="embedded",
        name=name,
        per_second=1000,
        ratio_to_bare_asgi=0.1,
        ratio_to_fastapi=0.5,
        cpu_us=1000,
        scheduling="BATCH",
        items=items,
        peer=peer,
    )


def shown(result: Result, capsys: pytest.CaptureFixture[str]) -> str:
    tables.show(result)
    return capsys.readouterr().out


def test_what_was_measured_stays_where_a_later_part_fails(tmp_path: Path) -> None:
    """A run of fifteen minutes broke after ten, and printed nothing of what it had measured."""

    def fails(folder: Path, print_status: Callable[[str], None]) -> dict[str, Any]:
        raise RuntimeError("a quota is used up")

    def is_refused(folder: Path, print_status: Callable[[str], None]) -> dict[str, Any]:
        sys.exit("no answer")

    def interrupts(folder: Path, print_status: Callable[[str], None]) -> dict[str, Any]:
        raise KeyboardInterrupt

    parts: overview.Parts = {
        "one": lambda folder, _: {"speeds": [speed(FASTER, "one")]},
        "two": fails,
        "three": is_refused,
        "four": lambda folder, _: {"speeds": [speed(FASTER, "four")]},
        "five": interrupts,
        "six": lambda folder, _: {"speeds": [speed(FASTER, "six")]},
    }
    result, failed = overview.measure_parts(parts, tmp_path, lambda _: None)
    assert [each.name for each in result.speeds] == ["one", "four"]
    assert failed == ["two", "three", "five", "six"]


def test_every_saved_result_can_be_read() -> None:
    results = saved_results()
    assert len(results) >= 2
    assert all(speed.per_second > 0 for result in results for speed in result.speeds)
    assert sorted(results, key=lambda result: result.taken_at) == results


@pytest.mark.parametrize(
    ("peer", "is_marked"),
    [
        (FASTER, False),
        (replace(FASTER, ratio=0.99), True),
        (replace(FASTER, cpu_ratio=0.99), True),
    ],
)
def test_a_row_that_is_slower_than_the_peer_says_so(
    peer: PeerSpeed, is_marked: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ("SLOWER" in shown(replace(new_result(), speeds=[speed(peer)]), capsys)) == is_marked


def test_events_are_counted_by_the_second_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    result = replace(new_result(), speeds=[speed(FASTER, "100 events", items=100)])
    assert "100 events, embedded: 100,000" in shown(result, capsys)


def test_the_scheduling_of_each_side_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    result = replace(new_result(), speeds=[speed(replace(FASTER, scheduling="OTHER"))])
    assert "ours BATCH; the peer OTHER" in shown(result, capsys)


@pytest.mark.parametrize(("load_average", "is_said"), [(None, False), (0.9, False), (1.1, True)])
def test_a_result_of_a_busy_machine_says_so(
    load_average: float | None, is_said: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    result = replace(new_result(), speeds=[speed(FASTER)], load_average=load_average)
    assert ("BUSY" in shown(result, capsys)) == is_said
    text = readme.with_table(readme.README.read_text(encoding="utf-8"), result)
    assert ("did other work" in text) == is_said


@pytest.mark.parametrize(("cost", "is_marked"), [(1.15, False), (1.16, True)])
def test_a_cost_that_grows_too_much_is_marked(
    cost: float, is_marked: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    growth = Growth("1 and 10 things", cost, 100, 100, "getKey", 10.0, 10.0 * cost)
    assert ("OVER 1.15" in shown(replace(new_result(), growths=[growth]), capsys)) == is_marked


def test_a_result_whose_commit_is_gone_from_the_history_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Commit unknown, " in shown(replace(new_result(), commit=""), capsys)


def test_the_readme_has_the_table_of_the_newest_result() -> None:
    result = readme.newest_result()
    assert result is not None
    text = readme.README.read_text(encoding="utf-8")
    assert text == readme.with_table(text, result), "Run script/bench readme."


def test_a_result_without_the_peer_is_not_for_the_readme() -> None:
    """A part that was measured alone replaces no table."""
    text = readme.README.read_text(encoding="utf-8")
    result = replace(new_result(), speeds=[speed(FASTER)])
    assert "getKey" not in readme.with_table(text, result)
    with pytest.raises(ValueError, match="one place"):
        readme.with_table("a text without a place", result)


def test_ids_of_operations_are_unique_and_need_no_quotes() -> None:
    assert len(OPERATIONS_BY_ID) == len(OPERATIONS)
    assert all(operation.id.isalpha() for operation in OPERATIONS)


@pytest.mark.parametrize("arguments", [["--only", "getKey,nothing"], ["--mode", "both"]])
def test_what_cannot_be_measured_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        overview.speed(arguments)
    assert ended.value.code == 2
    assert arguments[-1].removeprefix("getKey,") in capsys.readouterr().err


def test_help_lists_the_operations(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        overview.speed(["--help"])
    text = capsys.readouterr().out
    assert all(operation.id in text for operation in OPERATIONS)


def test_every_request_is_sent_once_with_a_number_of_its_own() -> None:
    received: list[bytes] = []
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        thread = threading.Thread(target=answer, args=(server, received), daemon=True)
        thread.start()
        port: int = server.getsockname()[1]
        send_each_once(port, [Request("GET", f"/{UNIQUE}/{path}") for path in "abc"], connections=1)
        thread.join()
    paths = [request.split()[1].decode() for request in received]
    assert [path[-1] for path in paths] == ["a", "b", "c"]
    assert len({path[1:13] for path in paths}) == 3
    assert all(path[1:13].isdigit() for path in paths)


@pytest.mark.long
def test_a_round_starts_anew_on_data_that_no_other_round_has_changed(tmp_path: Path) -> None:
    """Keys pile up while createKey is measured: the next round must not find them."""
    operation = OPERATIONS_BY_ID["listKeys"]
    side = our_side(tmp_path, EmbeddedDatabases(), Cores(0, 0), [operation])
    pids, counts = set(), []
    for number in (1, 2):
        with side.start_round(number) as started:
            pids.add(started.server.process.pid)
            [request] = started.targets[operation].requests
            address = f"http://127.0.0.1:{started.server.port}"
            headers = dict(request.headers)
            counts.append(len(httpx.get(address + request.path, headers=headers).json()["data"]))
            httpx.post(f"{address}/v1/manage/keys", json={}, headers=headers).raise_for_status()
            assert started.server.cpu_seconds > 0
            assert started.server.scheduling == "BATCH"
    assert len(pids) == 2
    assert counts[0] == counts[1]


def answer(server: socket.socket, received: list[bytes]) -> None:
    connection, _ = server.accept()
    with connection:
        while request := connection.recv(65536):
            received.append(request)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
