"""seatpreview serve: runs the service until it is stopped."""

from dataclasses import replace
from typing import Annotated

import typer

from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.options import takes_settings
from seatpreview.settings import Settings

Demo = Annotated[
    bool,
    typer.Option(
        "--demo", metavar="", help="On an empty database, create a demo venue and keys, which are shown once."
    ),
]


@takes_settings()
def serve(settings: Settings, demo: Demo = False) -> None:
    """Run the service until Ctrl-C or SIGTERM. Requests in flight are finished first.

    Without settings it listens on 127.0.0.1:8080 and stores its records in
    SQLite files in ./data. SQLite is upgraded automatically, after a copy
    was saved; PostgreSQL is upgraded by `seatpreview db upgrade`.

    Examples:
      seatpreview serve --demo
      seatpreview serve --port 0 --data-dir /tmp/seatpreview
      SEATPREVIEW_DATABASE_URL=postgresql://localhost/seats seatpreview serve
    """
    from seatpreview.http.server import ServerError

    try:
        _serve(settings, demo)
    except ServerError as fault:
        raise CommandError(str(fault)) from fault


def _serve(settings: Settings, demo: bool) -> None:
    from seatpreview.cli import display, schema_revision
    from seatpreview.cli.database_session import run_with_database
    from seatpreview.http import server
    from seatpreview.http.metrics_listener import metrics_listener

    address, port = server.free_address(settings.host, settings.port)
    settings = replace(settings, port=port)
    copy = run_with_database(settings, lambda database: schema_revision.make_usable(settings, database))
    if copy is not None:
        display.note(f"The database was upgraded. A copy of it as it was before is in {copy}.")

    with metrics_listener(settings, warn=display.note) as metrics_address:

        def when_listening() -> None:
            from seatpreview.cli.welcome import show_welcome

            try:
                show_welcome(settings, metrics_address, demo)
            except CommandError as error:
                display.note("\n".join(error.sentences))

        server.run(settings, address, when_listening)
