"""deploy/seatpreview.service and its settings."""

import re
from pathlib import Path

from deployment.shown import environment_in, seconds_of, text_of
from seatpreview.cli.command_errors import MISUSED
from seatpreview.cli.server import STOP_SECONDS
from seatpreview.settings import load

# As systemd.unit(5), systemd.service(5), systemd.exec(5) and systemd.kill(5) have them.
KNOWN = {
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


def test_every_option_is_one_that_systemd_knows() -> None:
    """It passes over those that it does not know, with no more than a word in the log."""
    for section, options in unit().items():
        assert {name for name, _ in options} - {*KNOWN[section].split()} == set()


def test_the_unit_stops_as_the_service_does() -> None:
    service = dict(unit()["Service"])
    assert seconds_of(service["TimeoutStopSec"]) > STOP_SECONDS
    assert service["KillMode"] == "mixed", "the service tells its workers itself"


def test_settings_that_cannot_be_used_are_not_tried_again() -> None:
    assert dict(unit()["Service"])["RestartPreventExitStatus"] == str(MISUSED)


def test_the_example_of_settings_can_be_used() -> None:
    settings = load(environment_in(text_of("seatpreview.env.example")))
    service = dict(unit()["Service"])
    assert settings.address == "https://seats.example"
    assert (
        settings.data_dir == Path("/var/lib") / service["StateDirectory"] == Path(service["WorkingDirectory"])
    )


def test_so_can_what_it_has_for_several_machines() -> None:
    text = re.sub(r"^#([A-Z])", r"\1", text_of("seatpreview.env.example"), flags=re.MULTILINE)
    settings = load(environment_in(text))
    assert settings.workers == 2
    assert not settings.uses_sqlite
    assert settings.signing_secret


def unit() -> dict[str, list[tuple[str, str]]]:
    """The options of each section, in their order."""
    sections: dict[str, list[tuple[str, str]]] = {}
    for line in text_of("seatpreview.service").splitlines():
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            sections[heading[1]] = []
        elif line and not line.startswith("#"):
            name, _, value = line.partition("=")
            sections[list(sections)[-1]].append((name, value))
    return sections
