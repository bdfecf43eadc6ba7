"""seatpreview serve: the service, until it is told to stop."""

from dataclasses import replace
from typing import Annotated

import typer

from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.options import takes_settings
from seatpreview.settings import Settings

Demo = Annotated[
    bool,
    typer.Option("--demo", metavar="", help="On an empty database: make a demo tenant and keys, shown once."),
]


@takes_settings()
def serve(settings: Settings, demo: Demo = False) -> None:
    """Run the service until Ctrl-C or SIGTERM, which let requests in flight finish.

    Without settings it listens on 127.0.0.1:8080 and keeps its records in
    SQLite files in ./data. SQLite is brought up to date by itself, after a
    copy was kept; PostgreSQL by `seatpreview db upgrade`.

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
    from seatpreview.cli.database_session import with_database
    from seatpreview.http import server
    from seatpreview.http.metrics_listener import metrics_listener

    address, port = server.free_address(settings.host, settings.port)
    settings = replace(settings, port=port)
    kept = with_database(settings, lambda database: schema_revision.prepare(settings, database))
    if kept is not None:
        display.note(f"The database was upgraded; as it was before, it is kept in {kept}.")

    with metrics_listener(settings, warn=display.note) as metrics_address:

        def say_hello() -> None:
            from seatpreview.cli import welcome

            try:
                welcome.welcome(settings, metrics_address, demo)
            except CommandError as refused:
                display.note("\n".join(refused.sentences))

        server.run(settings, address, when_listening=say_hello)
