"""Checks of what the machine gives the service: open files, a certificate, Python, Chromium for stills."""

import platform
import ssl
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path

from seatpreview.data_folder import read_service_note
from seatpreview.database.service_lock import holder_of
from seatpreview.doctor.finding import Finding, fail, ok, size_text, warn
from seatpreview.observability import metric_table
from seatpreview.observability.scraped_metrics import read_metrics
from seatpreview.processes import child_setup
from seatpreview.processes.memory_watch import is_alive
from seatpreview.processes.pool import child_environment
from seatpreview.server.connections import (
    CONNECTIONS_MAX,
    OPEN_FILES_ENOUGH,
    OTHER_FILES,
    TooFewOpenFiles,
    connections_max,
)
from seatpreview.server.open_files import limit_of_open_files
from seatpreview.settings.settings import Settings, variable
from seatpreview.stills import headless_chromium, page_server
from seatpreview.stills.support import machine_memory_bytes, state_before_trial
from seatpreview.values.clock import Clock, datetime_of

CONNECTIONS_ENOUGH = 1000
"""Connections that a worker should accept at least: each browser keeps one open for a while."""
EXPIRY_WARNING_DAYS = 21
"""Programs renew certificates 30 days before they expire. So close to the end, a renewal has failed."""
EXPIRY_FAILURE_DAYS = 3
_PRIORITY_SECONDS_MAX = 60
_PROXY_BITS_MIN = {4: 8, 6: 16}
"""The bits of the largest public networks that may be somebody's proxies, by the version of IP."""
_STILLS = "stills"
_BEST_FIRST = [*metric_table.STILL_STATES]
"""States of stills, from one that draws to one that fails."""


def check_proxies(settings: Settings) -> Iterator[Finding]:
    """Finds trusted proxies that are nearly everybody: no operator of proxies has so many addresses."""
    wide = [
        str(network)
        for network in settings.trusted_proxies
        if network.prefixlen < _PROXY_BITS_MIN[network.version] and not network.is_private
    ]
    if wide:
        name = variable("trusted_proxies")
        detail = (
            f"{name} trusts {', '.join(wide)}: whoever connects from there may invent the address that rate "
            "limits, sessions and logs go by."
        )
        remedy = f"Set {name} to the addresses of your own proxies, such as 10.0.0.0/8 or 192.0.2.7."
        yield fail("trusted proxies", detail, remedy)


def check_open_files(settings: Settings) -> Finding:
    """Checks that a process may open enough files for the connections that the settings allow. The process is
    the running service where it is known, and otherwise one that this user would start."""
    who, allowed = _limit_of_running_service(settings) or (
        "No running service is known here. One that this user starts",
        _open_files_max(),
    )
    needed = OTHER_FILES + (settings.connections_max or CONNECTIONS_MAX + settings.requests_max)
    remedy = f"Allow {needed} open files: LimitNOFILE in systemd, `ulimits` in compose, or `ulimit -n`."
    try:
        connections = connections_max(settings, allowed)
    except TooFewOpenFiles:
        detail = f"{who} may open {allowed} files, too few for {settings.connections_max or 1} connections."
        return fail("open files", detail, remedy)
    detail = f"{who} may open {allowed} files, enough for {connections} connections of a worker."
    if connections < CONNECTIONS_ENOUGH and not settings.connections_max:
        return warn("open files", detail, remedy)
    return ok("open files", detail)


def _limit_of_running_service(settings: Settings) -> tuple[str, int] | None:
    """Names the service that uses the data folder, and returns how many files each of its processes may open.
    Returns None where that is unknown: only a service on SQLite holds a lock by which Linux names it."""
    pid = holder_of(settings.data_dir) if settings.uses_sqlite else None
    if pid is None:
        return None
    try:
        allowed = limit_of_open_files(Path("/proc") / str(pid))
    except OSError:
        return None  # The service has ended since.
    who = f"The service that runs here (process {pid})"
    return who, OPEN_FILES_ENOUGH if allowed == inf else int(allowed)


def _open_files_max() -> int:
    """Returns how many files a service of this user may open: it raises its limit to the hard one."""
    if sys.platform == "win32":
        return OPEN_FILES_ENOUGH
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return OPEN_FILES_ENOUGH if hard == resource.RLIM_INFINITY else hard


def check_certificate(certificate: Path, key: Path) -> Finding:
    """Checks that certificate and key are a pair, and that the certificate does not expire soon."""
    remedy = f"Renew it, and restart the service: it reads {variable('tls_cert')} when it starts."
    try:
        expiry = expiry_of(certificate, key)
    except OSError as fault:
        return fail(
            "certificate", f"{certificate} and {key} cannot be used: {fault.strerror or fault}.", remedy
        )
    left = expiry - datetime_of(Clock().now())
    if left < timedelta(days=EXPIRY_FAILURE_DAYS):
        return fail("certificate", f"{certificate} expires on {expiry:%Y-%m-%d %H:%M} UTC.", remedy)
    if left < timedelta(days=EXPIRY_WARNING_DAYS):
        return warn("certificate", f"{certificate} expires on {expiry:%Y-%m-%d}.", remedy)
    return ok("certificate", f"{certificate} is valid until {expiry:%Y-%m-%d}.")


def check_priority(settings: Settings) -> Finding:
    """Warns where this machine does not let processes leave the processor, disks and memory to requests."""
    try:
        lowered = subprocess.run(  # noqa: S603  # this program, without anything from outside
            child_setup.lowered([]),
            start_new_session=True,
            env=child_environment(),
            check=True,
            capture_output=True,
            text=True,
            timeout=_PRIORITY_SECONDS_MAX,
        )
    except (OSError, subprocess.SubprocessError) as fault:
        detail = f"It could not be tried whether a process can lower its priority: {fault}."
        return warn("priority", detail, "Run `seatpreview doctor` again when the machine is less busy.")
    if not lowered.stdout:
        return ok("priority", "Pictures, searches and stills leave the processor to requests.")
    refused = "; ".join(lowered.stdout.splitlines())
    return warn(
        "priority",
        f"This machine refuses a process a lower priority: {refused}. Pictures, searches and stills then "
        "slow requests down.",
        "Allow the system calls setpriority and ioprio_set and writing below /proc/self, as "
        f"deploy/seatpreview.service does; or set {variable('stills')}=off.",
    )


def check_python() -> Finding:
    """Warns where the service could be faster with another build of the same Python."""
    version = f"Python {platform.python_version()}"
    if is_python_optimised():
        return ok("python", f"{version}, built with profile-guided optimisation.")
    return warn(
        "python",
        f"{version} was built without profile-guided optimisation, and needs about an eighth more processor "
        "time for each request than one that was.",
        "Install the service with /usr/bin/python3 of Debian or Ubuntu, or build Python with "
        "--enable-optimizations --with-lto.",
    )


def expiry_of(certificate: Path, key: Path) -> datetime:
    """Returns when the certificate expires.

    Raises OSError (ssl.SSLError is one) where certificate and key cannot be used, or are not a pair.
    """
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate, key)
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    # The certificate is its own trust anchor here: whether clients trust it is not checked.
    client.load_verify_locations(certificate)
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    details = _handshake(server, client).getpeercert()
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str((details or {})["notAfter"])), UTC)


def _handshake(server: ssl.SSLContext, client: ssl.SSLContext) -> ssl.SSLObject:
    """Returns the client's side after the handshake."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    server_side = server.wrap_bio(to_server, to_client, server_side=True)
    client_side = client.wrap_bio(to_client, to_server)
    for _ in range(3):
        for side in (client_side, server_side):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue  # This side waits for the other one's next message.
    return client_side


def is_python_optimised(build_variables: Mapping[str, object] | None = None) -> bool:
    """Returns whether Python was built with profile-guided optimisation, by the variables of its build. The
    default is the running Python."""
    variables = sysconfig.get_config_vars() if build_variables is None else build_variables
    if "--enable-optimizations" in str(variables.get("CONFIG_ARGS")):
        return True
    if "-fprofile-" in str(variables.get("PY_CORE_CFLAGS")):
        return True
    # Debian and Ubuntu build with `make profile-opt`, and afterwards remove the flag from the variables, so
    # that extensions are not compiled with it. A build without optimisation still has the flag that it did
    # not use.
    return bool(variables.get("PGO_PROF_GEN_FLAG")) and not variables.get("PGO_PROF_USE_FLAG")


def check_stills(settings: Settings) -> Finding:
    """Asks the running service whether its Chromium draws stills: what this command may do says nothing about
    the service, whose unit may forbid more. Without stills the service works: e-mails and link previews show
    a map. So a lack of them is a warning only where the settings ask for stills, or where Chromium fails."""
    reported = _reported_state(settings)
    state = reported or state_before_trial(settings)
    match state:
        case "ready":
            return ok(_STILLS, "The running service has tried its Chromium: it draws stills of seats.")
        case "checking" if reported:
            return ok(_STILLS, "The running service is about to find out whether its Chromium can draw.")
        case "checking":
            program = headless_chromium.find_if_any(settings.chromium)
            detail = (
                f"{program} is to draw stills. Whether it can is not known: no running service was found "
                "that has tried it. A service tries it when it starts."
            )
            return ok(_STILLS, detail)
        case "off":
            return ok(_STILLS, f"{variable('stills')} is off: no stills of drawn seats are made.")
    why, remedy = _why_no_stills(state, settings)
    detail = f"No stills of drawn seats are made: {why}. E-mails and link previews show a map instead."
    remedy = f"{remedy}; or set {variable('stills')}=off."
    is_asked_for = settings.stills == "on" or state == "cannot_draw"
    return warn(_STILLS, detail, remedy) if is_asked_for else ok(_STILLS, detail)


def _reported_state(settings: Settings) -> str | None:
    """Returns what the service says that runs with these settings; None if none answers. Of several workers,
    one that draws nothing counts."""
    note = read_service_note(settings.data_dir)
    if note is None or note.metrics is None or not is_alive(note.pid):
        return None
    states = {
        each.labels["state"]
        for each in read_metrics(note.metrics) or ()
        if each.name == metric_table.STILLS_STATE.name and each.value > 0
    }
    return max(states, key=_BEST_FIRST.index, default=None) if states <= {*_BEST_FIRST} else None


def _why_no_stills(state: str, settings: Settings) -> tuple[str, str]:
    """Returns the reason in words, and what to do about it."""
    match state:
        case "cannot_draw":
            return (
                "the running service has tried its Chromium, which failed with the smallest scene",
                "Look at the line `the browser cannot draw` of its log, which has the reason",
            )
        case "no_executable_memory":
            return (
                "the service may not write code and run it (MemoryDenyWriteExecute=yes in its unit), which "
                "Chromium does",
                "Allow it by the drop-in of docs/preview-images.md",
            )
        case "too_little_memory":
            return _too_little_memory(settings), f"Lower {variable('stills_machine_mb')}"
    return (
        _no_chromium(settings),
        f"Install Chromium (Debian: apt-get install chromium), or name one with {variable('chromium')}",
    )


def _too_little_memory(settings: Settings) -> str:
    return (
        f"this machine has {size_text(machine_memory_bytes())}, and {variable('stills_machine_mb')} "
        f"asks for {settings.stills_machine_mb} MB of memory for each worker"
    )


def _no_chromium(settings: Settings) -> str:
    if not page_server.is_built():
        return "the front end is not built yet"
    if settings.chromium:
        return f"{settings.chromium} is not a program that can be run"
    return "this machine has no Chromium"
