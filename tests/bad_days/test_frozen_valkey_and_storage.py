"""Valkey and the bucket are frozen: they take connections and say nothing. Both are named, and nothing else
stops."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bad_days.runbook import assert_told
from bad_days.small_hall import SmallHall
from operated_service import operated_service
from servers import promtool, seaweed, valkey
from servers.long_timeouts import LONG_TIMEOUTS_PROGRAM, TIMEOUT_VARIABLE
from servers.polling import wait_until
from servers.promtool import assert_alerts, scrape


@pytest.mark.long
def test_frozen_parts_are_named_and_their_alerts_fire(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed.ACCESS_KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", seaweed.SECRET_ACCESS_KEY)
    bucket, limits = seaweed.shared(), valkey.start()
    flags = ["--valkey-url", limits.url, "--object-store-url", bucket.url("frozen")]
    # Longer than the half second after which a service gives Valkey up: a busy machine may take that.
    program = ["env", f"{TIMEOUT_VARIABLE}=4", *LONG_TIMEOUTS_PROGRAM]
    with operated_service(tmp_path, *flags, program=program) as service:
        metrics = service.process.panel_value("Metrics")
        hall = SmallHall(service)
        well = scrape(metrics)

        with frozen(limits.process.pid):
            kept, revoked = service.create_key(), service.create_key()
            service.revoke(revoked)
            assert service.process.caller(revoked["plaintext"]).status_code == 401
            wait_until(lambda: seen(metrics, 'seatpreview_outage{cause="silent",part="valkey"}') == 1)
            without_valkey = scrape(metrics)
        wait_until(lambda: '"event":"outage ends"' in service.process.stderr)
        assert service.process.caller(kept["plaintext"]).status_code == 200

        with frozen(bucket.process.pid):
            refused = hall.upload("bad-day.jpg")
            assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
            assert service.process.caller(kept["plaintext"]).status_code == 200
            wait_until(
                lambda: seen(metrics, 'seatpreview_outage{cause="silent",part="image_storage_writes"}') == 1
            )
            without_bucket = scrape(metrics)
        assert without_bucket.values['seatpreview_object_store_calls_total{call="put",result="failed"}'] >= 1
        wait_until(lambda: hall.upload("bad-day.jpg").status_code in (200, 201))
        log = service.process.stderr
    down = scrape(metrics)
    limits.stop()

    assert_told(
        "Valkey does not answer",
        logged(log, '"part":"valkey"'),
        'seatpreview_outage{cause="silent",part="valkey"}',
        "SeatPreviewValkeyFails",
    )
    assert_told(
        "The image storage does not answer",
        logged(log, '"part":"image_storage_writes"'),
        'seatpreview_outage{cause="silent",part="image_storage_writes"}',
        "SeatPreviewImageStorageFails",
    )
    assert_alerts(
        tmp_path,
        [
            (well, set()),
            (without_valkey, {"SeatPreviewValkeyFails"}),
            (without_bucket, {"SeatPreviewImageStorageFails"}),
            (down, {"SeatPreviewDown"}),
        ],
    )


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Stops a process without ending it: the system still takes connections for it."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def seen(metrics: str, series: str) -> float | None:
    return promtool.scrape(metrics).values.get(series)


def logged(log: str, part: str) -> str:
    """Returns what the log said when the outage of the part began: its cause and its event."""
    [line] = [line for line in log.splitlines() if '"event":"outage begins"' in line and part in line]
    found = re.search(r'"part":"\w+","cause":"\w+"', line)
    assert found is not None, line
    return found[0]
