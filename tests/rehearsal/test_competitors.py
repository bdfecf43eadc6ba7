"""What a rehearsal says of other users of the processors."""

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from rehearsal.reports import PLAN, report_of, tally_of
from seatpreview.rehearsal.advice import advice
from seatpreview.rehearsal.competitors import Competition, Competitor, _name_of_program
from seatpreview.rehearsal.report import summary
from servers.polling import until

pytestmark = pytest.mark.anyio

SPINS = "import sys\nwhile True: pass"


@pytest.mark.parametrize(
    ("program", "session", "name", "expected"),
    [
        ("/usr/bin/chromium --type=x", "python -m seatpreview.stills.still_process 1", "chromium", "stills"),
        ("/usr/lib/chromium/chromium", "bash", "chromium", "chromium"),
        ("python -P -m seatpreview.processes.child 1 pictures", "", "python3", "heavy work"),
        ("/usr/local/bin/seatpreview db backup /var/backups/x", "", "seatpreview", "backup"),
        ("pg_dump --format=custom", "", "pg_dump", "backup"),
        ("python -m seatpreview.cli.main serve", "", "python3", ""),
        ("python -c from multiprocessing.spawn import spawn_main", "", "python3", ""),
        ("", "", "kworker/0:1", ""),
        ("postgres: seatpreview seats 127.0.0.1 idle", "", "postgres", "postgres"),
    ],
)  # fmt: skip
def test_processes_are_named_by_what_they_do(program: str, session: str, name: str, expected: str) -> None:
    assert _name_of_program(program, session, name) == expected


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not list processes in a folder")
async def test_a_program_that_runs_meanwhile_is_named_with_its_measured_time() -> None:
    competition = Competition(None, Path("/proc"))
    with ExitStack() as stack:
        async with competition.measured():
            # Its command line has the words of a backup, which is what it is known by.
            command = [sys.executable, "-c", SPINS, "seatpreview", "db", "backup"]
            spinning = stack.enter_context(subprocess.Popen(command))  # noqa: ASYNC220  # it is quick
            stack.callback(spinning.kill)
            stat = Path(f"/proc/{spinning.pid}/stat")
            await until(lambda: sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13])) >= 20)
        [backup] = [each for each in competition.found(1) if each.name == "backup"]
    assert backup.cpu_seconds >= 0.2
    assert not competition.knows_background_work


def test_the_report_names_competitors_and_the_advice_those_that_took_much() -> None:
    stills = Competitor(name="stills", cpu_seconds=30.0, cores=0.34)
    pruning = Competitor(name="pruning", cpu_seconds=0.6, cores=0.007)
    report = report_of(tally_of(), competitors=[stills, pruning], knows_background_work=True)
    assert summary(report)[-1] == (
        "Beside the buyers' calls, the processors worked for: stills 30.0 s, pruning 0.6 s."
    )
    [sentence] = advice(PLAN, report)
    assert sentence.startswith(
        "stills took 30.0 s of the processors, 0.34 of a core: set SEATPREVIEW_STILLS=off"
    )


def test_what_could_not_be_measured_is_said() -> None:
    report = report_of(tally_of(), knows_background_work=False)
    assert "was not measured" in summary(report)[-1]
