"""`seatpreview rehearse`: whom it may be put on, what it asks for, and how it ends."""

import json
import os
import re
import signal

import pytest

from cli.program import invoke
from seatpreview.rehearsal import buyers
from seatpreview.rehearsal.buyers import make_plan
from seatpreview.rehearsal.http_connection import parse_target
from seatpreview.rehearsal.rehearse import Task, run
from seatpreview.rehearsal.tally import Tally
from servers.service_process import RunningService

FEW = ["--buyers", "3", "--minutes", "0.01", "--seats", "2"]


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Buyers who look at a seat for a moment."""
    monkeypatch.setattr(buyers, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(buyers, "BEACON_SECONDS", 0.01)


def shop_key(demo: RunningService) -> str:
    return demo.panel_value("Shop key")


@pytest.mark.parametrize("url", ["https://seats.example", "http://192.0.2.1:8080/v1", "http://[2001:db8::1]"])
def test_a_service_on_another_machine_is_refused_unless_it_is_ones_own(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: somebody puts the load of a sale on the service of a stranger. No connection is opened."""
    monkeypatch.setenv("SEATPREVIEW_KEY", "sk_live_x")
    monkeypatch.setattr("asyncio.open_connection", None)
    refused = invoke("rehearse", url)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "is another machine" in refused.stderr
    assert "--i-run-this-service" in refused.stderr


@pytest.mark.parametrize(
    "url",
    [
        "localhost:8080",
        "ftp://127.0.0.1",
        "http://127.0.0.1:x",
        "http://127.0.0.1/v1/seats",
        "http://a@127.0.0.1",
    ],
)
def test_what_is_not_the_address_of_a_service_is_refused(url: str) -> None:
    refused = invoke("rehearse", url)
    assert refused.exit_code == 2
    assert "is not the address of a service" in refused.stderr


def test_loopback_has_many_names() -> None:
    urls = ("http://127.0.0.1:8080", "http://127.9.9.9", "http://[::1]:80", "http://localhost/v1/")
    assert all(parse_target(url).is_loopback for url in urls)
    assert not parse_target("http://127.0.0.1.seats.example").is_loopback
    assert not parse_target("http://localhost.seats.example").is_loopback


def test_without_a_key_the_command_says_where_to_put_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SEATPREVIEW_KEY", raising=False)
    refused = invoke("rehearse", "http://127.0.0.1:1")
    assert refused.exit_code == 2
    assert "SEATPREVIEW_KEY" in refused.stderr


def test_the_origin_of_a_page_needs_a_venue() -> None:
    assert "--venue" in invoke("rehearse", "--origin", "https://shop.example", "http://127.0.0.1:1").stderr
    assert "--origin" in invoke("rehearse", "--key-id", "key_1", "http://127.0.0.1:1").stderr


@pytest.mark.usefixtures("hurried")
def test_a_person_reads_who_was_served_and_what_to_change(
    demo: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEATPREVIEW_KEY", shop_key(demo))
    done = invoke("rehearse", *FEW, "--venue", "harbour", demo.base_address)
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("3 of 3 buyers came to http://127.0.0.1:")
    assert re.search(r"^all +\d+ +\d+ +0 +0 ", done.stdout, re.MULTILINE)
    assert "Every buyer got everything." in done.stdout
    assert "\nWhat to change\n- " in done.stdout
    assert shop_key(demo) not in done.output


@pytest.mark.usefixtures("hurried")
def test_a_program_reads_json(demo: RunningService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEATPREVIEW_KEY", shop_key(demo))
    done = invoke("rehearse", *FEW, "--venue", "harbour", "--json", demo.base_address)
    report = json.loads(done.stdout)
    assert report["report"]["buyersCame"] == 3
    assert report["report"]["allCalls"]["failed"] == 0
    assert all(isinstance(sentence, str) for sentence in report["advice"])


@pytest.mark.usefixtures("hurried")
def test_a_refused_buyer_is_a_failure(demo: RunningService, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key has a rateLimit of its own, which is spent before the last one comes."""
    flags = ["--data-dir", str(demo.folder / "data")]
    limited = invoke("keys", "create", "--scope", "admin", "--rate-limit", "20/86400", "--json", *flags)
    monkeypatch.setenv("SEATPREVIEW_KEY", json.loads(limited.stdout)["plaintext"])
    [venue_id] = re.findall(r"ven_\w+", demo.stdout)
    done = invoke("rehearse", *FEW, "--venue", venue_id, demo.base_address)
    assert done.exit_code == 1, done.output
    assert "--clear-rate-limit" in done.stdout


def test_ctrl_c_ends_a_rehearsal_with_its_report(
    demo: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seatpreview.rehearsal.generator.PROGRESS_SECONDS", 0.01)
    task = Task(
        target=parse_target(demo.base_address),
        plan=make_plan(1000, 60, 5, None),
        connections=4,
        venue="harbour",
        secret=shop_key(demo),
    )

    def press_ctrl_c(_seconds: float, tally: Tally) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    report = run(task, press_ctrl_c)
    assert report.circumstances.was_stopped
    assert report.circumstances.ran_seconds < 60
