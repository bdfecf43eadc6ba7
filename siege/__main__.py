"""The command script/siege: runs attacks against both deployments, and prints what they cost the victims."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from functools import partial

from rich.console import Console

from siege.attack import Attack
from siege.attacks import ATTACKS, CHEAP_ATTACKS
from siege.deployment import MODES, Mode, new_deployment
from siege.report import TABLE_WIDTH_MIN, Report, line
from siege.results import AttackResult
from siege.run import Siege, Timing

SHORT = Timing(attack=1, quiet=0.5, recovery=0.2, health_seconds_max=30)
"""For a test that runs on busy machines: what it sees there must not depend on how busy they are."""


def main() -> None:
    arguments = _parse_arguments()
    console = Console(stderr=arguments.json, highlight=False, soft_wrap=True)
    if arguments.list:
        for each in ATTACKS.values():
            console.print(f"{each.name}: {each.description} Effort: {each.effort}.")
        return
    report, is_interrupted = Report(), False
    try:
        _besiege_all(arguments, report, console)
    except (KeyboardInterrupt, asyncio.CancelledError):
        # What was measured until then is shown all the same: a whole run takes more than an hour.
        is_interrupted = True
        report.unfinished.append("Interrupted. All processes that were started have ended.")
    width = max(console.width, TABLE_WIDTH_MIN)
    for table in report.tables():
        Console(stderr=arguments.json, highlight=False, width=width).print(table)
    console.print(report.summary())
    if arguments.json:
        sys.stdout.write(report.json())
    sys.exit(130 if is_interrupted else 0 if report.is_withstood else 1)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "script/siege",
        description="Attacks a running service in every known way, and measures what others notice of it.",
    )
    parser.add_argument("--list", action="store_true", help="list the attacks, and what each of them sends")
    parser.add_argument(
        "--only", action="append", choices=ATTACKS, metavar="NAME", help="only this attack; may be repeated"
    )
    parser.add_argument("--seconds", type=float, help="how long each attack takes (default 8)")
    parser.add_argument("--embedded", action="store_true", help="only on SQLite, with one worker")
    parser.add_argument("--cluster", action="store_true", help="only on PostgreSQL, Valkey and S3, with two")
    parser.add_argument("--short", action="store_true", help="a few cheap attacks, a second each, embedded")
    parser.add_argument("--json", action="store_true", help="print the report as JSON on standard output")
    return parser.parse_args()


def _besiege_all(arguments: argparse.Namespace, report: Report, console: Console) -> None:
    timing = SHORT if arguments.short else Timing()
    if arguments.seconds:
        timing = replace(timing, attack=arguments.seconds)
    names = arguments.only or (CHEAP_ATTACKS if arguments.short else [*ATTACKS])
    for mode in _modes(arguments):
        console.print(f"Starting the {mode} deployment. Attacks: {len(names)}.")
        with new_deployment(mode) as deployment:
            siege = Siege(deployment, timing)
            if arguments.short:
                asyncio.run(_besiege_one_service(siege, names, report, console))
            else:
                asyncio.run(_besiege(siege.run_on_new_service, names, report, console))


async def _besiege_one_service(siege: Siege, names: Iterable[str], report: Report, console: Console) -> None:
    """Uses one service for all attacks, which saves the time of starting."""
    async with siege.deployment.running_service(uses_tls=False) as service:
        await _besiege(partial(siege.run, service), names, report, console)


async def _besiege(
    run: Callable[[Attack], Awaitable[AttackResult]],
    names: Iterable[str],
    report: Report,
    console: Console,
) -> None:
    _cancel_on_sigterm()
    for name in names:
        try:
            result = await run(ATTACKS[name])
        except (OSError, EOFError, RuntimeError) as error:
            report.unfinished.append(f"{name} could not be carried out: {str(error) or type(error).__name__}")
            console.print(report.unfinished[-1])
            continue
        report.results.append(result)
        console.print(line(result))


def _modes(arguments: argparse.Namespace) -> list[Mode]:
    if arguments.short:
        return ["embedded"]
    chosen = [mode for mode in MODES if getattr(arguments, mode)]
    return chosen or [*MODES]


def _cancel_on_sigterm() -> None:
    """Ends the run by cancellation on SIGTERM, so that everything that was started is stopped in order."""
    task = asyncio.current_task()
    if task is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


if __name__ == "__main__":
    main()
