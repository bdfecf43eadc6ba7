"""What a benchmark does with its result: prints it as tables or as JSON, and saves it."""

import sys
from argparse import ArgumentParser, Namespace

import msgspec

from benchmarks import results, tables
from benchmarks.results import Result


def add_output_options(parser: ArgumentParser) -> None:
    """Adds the options that `show_and_save` reads."""
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--record", action="store_true", help="save the results in benchmarks/results")


def show_and_save(result: Result, options: Namespace) -> None:
    """Prints a result, and saves it if that is wanted."""
    if options.json:
        sys.stdout.write(msgspec.json.encode(result).decode() + "\n")
    else:
        tables.show(result)
    if options.record:
        sys.stderr.write(f"Saved in {results.save(result).name}.\n")
