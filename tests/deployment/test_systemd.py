"""deploy/seatpreview.service and the example of its settings."""

import re
from pathlib import Path

import pytest

from deployment.deployment_files import PAGE, parse_environment, parse_seconds, parse_unit, read_text
from seatpreview.server.connections import CONNECTIONS_MAX, connections_max
from seatpreview.server.parent_process import STOP_SECONDS
from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_USAGE

# Options from systemd.unit(5), systemd.service(5), systemd.exec(5), systemd.kill(5), systemd.timer(5) and
# systemd.resource-control(5). `systemd-analyze verify` of systemd 252 accepts the service.
UNITS = ("seatpreview.service", "seatpreview-backup.service", "seatpreview-backup.timer")
SYSTEMD_OPTIONS = {
    "Unit": "Description Wants After",
    "Service": """
        Type NotifyAccess WatchdogSec TimeoutStartSec MemoryHigh MemoryMax OOMPolicy TasksMax LogNamespace
        User Group EnvironmentFile ExecStart KillMode TimeoutStopSec Restart RestartSec
        RestartPreventExitStatus LimitNOFILE StateDirectory StateDirectoryMode WorkingDirectory
        UMask ProtectSystem ProtectHome PrivateTmp PrivateDevices CapabilityBoundingSet
        AmbientCapabilities NoNewPrivileges LockPersonality MemoryDenyWriteExecute ProtectClock
        ProtectControlGroups ProtectHostname ProtectKernelLogs ProtectKernelModules
        ProtectKernelTunables ProtectProc RemoveIPC RestrictAddressFamilies RestrictNamespaces
        RestrictRealtime RestrictSUIDSGID SystemCallArchitectures SystemCallFilter
        SystemCallErrorNumber Nice IOSchedulingClass CPUWeight IOWeight OOMScoreAdjust ReadWritePaths
        Environment
    """,
    "Timer": "OnCalendar RandomizedDelaySec Persistent",
    "Install": "WantedBy",
}


@pytest.mark.parametrize("unit", UNITS)
def test_every_option_exists_in_systemd(unit: str) -> None:
    """The danger: systemd ignores an option that it does not know, and only logs a warning."""
    for section, options in parse_unit(unit).items():
        assert {name for name, _ in options} - {*SYSTEMD_OPTIONS[section].split()} == set()


def test_the_unit_waits_for_a_graceful_stop() -> None:
    service = dict(parse_unit()["Service"])
    settings = load(parse_environment(read_text("seatpreview.env.example")))
    assert parse_seconds(service["TimeoutStopSec"]) > STOP_SECONDS + settings.stop_delay_seconds
    assert service["KillMode"] == "mixed", "the service stops its workers itself"


def test_the_watchdog_waits_longer_than_the_replacement_of_a_worker() -> None:
    """The danger: systemd restarts the whole service, where its parent process only replaces one worker."""
    service = dict(parse_unit()["Service"])
    assert service["Type"] == "notify"
    assert parse_seconds(service["WatchdogSec"]) > 2 * Settings.worker_hang_seconds


def test_the_unit_has_files_enough_and_a_bound_of_memory_that_ends_one_process() -> None:
    service = dict(parse_unit()["Service"])
    assert connections_max(Settings(), int(service["LimitNOFILE"])) == CONNECTIONS_MAX
    assert int(service["MemoryMax"].removesuffix("G")) > int(service["MemoryHigh"].removesuffix("G"))
    assert service["OOMPolicy"] == "continue"


def test_the_journal_of_the_unit_is_the_one_that_is_rotated() -> None:
    namespace = dict(parse_unit()["Service"])["LogNamespace"]
    bounds = read_text(f"journald@{namespace}.conf")
    assert {"SystemMaxUse", "MaxRetentionSec", "RateLimitIntervalSec"} <= option_names(bounds)
    assert f"journalctl --namespace {namespace}" in PAGE.read_text(encoding="utf-8")


def test_invalid_settings_are_not_tried_again() -> None:
    assert dict(parse_unit()["Service"])["RestartPreventExitStatus"] == str(EXIT_USAGE)


def test_the_example_settings_are_valid() -> None:
    settings = load(parse_environment(read_text("seatpreview.env.example")))
    service = dict(parse_unit()["Service"])
    assert settings.address == "https://seats.example"
    assert (
        settings.data_dir == Path("/var/lib") / service["StateDirectory"] == Path(service["WorkingDirectory"])
    )


def test_the_example_settings_for_several_machines_are_valid() -> None:
    text = re.sub(r"^#([A-Z])", r"\1", read_text("seatpreview.env.example"), flags=re.MULTILINE)
    settings = load(parse_environment(text))
    assert settings.workers == 2
    assert not settings.uses_sqlite
    assert settings.signing_secret


def option_names(text: str) -> set[str]:
    return set(re.findall(r"^(\w+)=", text, re.MULTILINE))
