"""deploy/seatpreview.service and the example of its settings."""

import re
from pathlib import Path

from deployment.deployment_files import parse_environment, parse_seconds, read_text
from seatpreview.cli.command_errors import EXIT_USAGE
from seatpreview.http.server import STOP_SECONDS
from seatpreview.settings import load

# Options from systemd.unit(5), systemd.service(5), systemd.exec(5) and systemd.kill(5).
SYSTEMD_OPTIONS = {
    "Unit": "Description Wants After",
    "Service": """
        Type User Group EnvironmentFile ExecStart KillMode TimeoutStopSec Restart RestartSec
        RestartPreventExitStatus LimitNOFILE StateDirectory StateDirectoryMode WorkingDirectory
        UMask ProtectSystem ProtectHome PrivateTmp PrivateDevices CapabilityBoundingSet
        AmbientCapabilities NoNewPrivileges LockPersonality MemoryDenyWriteExecute ProtectClock
        ProtectControlGroups ProtectHostname ProtectKernelLogs ProtectKernelModules
        ProtectKernelTunables ProtectProc RemoveIPC RestrictAddressFamilies RestrictNamespaces
        RestrictRealtime RestrictSUIDSGID SystemCallArchitectures SystemCallFilter
        SystemCallErrorNumber
    """,
    "Install": "WantedBy",
}


def test_every_option_exists_in_systemd() -> None:
    """The danger: systemd ignores an option that it does not know, and only logs a warning."""
    for section, options in parse_unit().items():
        assert {name for name, _ in options} - {*SYSTEMD_OPTIONS[section].split()} == set()


def test_the_unit_waits_for_a_graceful_stop() -> None:
    service = dict(parse_unit()["Service"])
    assert parse_seconds(service["TimeoutStopSec"]) > STOP_SECONDS
    assert service["KillMode"] == "mixed", "the service stops its workers itself"


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


def parse_unit() -> dict[str, list[tuple[str, str]]]:
    """Returns the options of each section, in their order."""
    sections: dict[str, list[tuple[str, str]]] = {}
    for line in read_text("seatpreview.service").splitlines():
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            sections[heading[1]] = []
        elif line and not line.startswith("#"):
            name, _, value = line.partition("=")
            sections[list(sections)[-1]].append((name, value))
    return sections
