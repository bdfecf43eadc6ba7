"""seatpreview serve: runs the service until it is stopped."""

import os
from contextlib import ExitStack
from dataclasses import replace

from seatpreview.cli.options import takes_settings
from seatpreview.problems import Problem
from seatpreview.settings.settings import Settings, SettingsFault
from seatpreview.values.command_error import CommandError


@takes_settings(works_without_service=True)
def serve(settings: Settings) -> None:
    """Run the service until Ctrl-C or SIGTERM. Requests in flight are finished first.

    Without settings it listens on 127.0.0.1:8080 and stores its records in
    SQLite files in ./data. SQLite is upgraded automatically, after a copy
    was saved; PostgreSQL is upgraded by `seatpreview db upgrade`.

    Examples:
      seatpreview serve --demo
      seatpreview serve --port 0 --data-dir /tmp/seatpreview
      SEATPREVIEW_DATABASE_URL=postgresql://localhost/seats seatpreview serve
    """
    from seatpreview.server.listen_address import ServerError

    try:
        _serve(settings)
    except ServerError as fault:
        raise CommandError(str(fault)) from fault


def _serve(settings: Settings) -> None:
    from seatpreview.cli import display
    from seatpreview.data_folder import data_folder_lock, lost_activity, make_data_folder, missing_part
    from seatpreview.server.listen_address import free_address

    address, port = free_address(settings.host, settings.port)
    settings = replace(settings, port=port)
    missing = missing_part(settings)
    if missing is not None and not settings.demo:  # Whoever asks for a demo expects a new one.
        display.note(f"{missing} A new service begins there.")
    if missing is None and settings.uses_sqlite and (lost := lost_activity(settings.data_dir)):
        display.note(lost)
    make_data_folder(settings)
    with data_folder_lock(settings):
        _serve_folder(settings, address)
    display.say_goodbye("Seat Preview has stopped. Goodbye!")


def _serve_folder(settings: Settings, address: str) -> None:
    from seatpreview import data_folder
    from seatpreview.cli import display
    from seatpreview.data_folder import ServiceNote, service_noted
    from seatpreview.database.command_session import make_usable, run_with_database
    from seatpreview.database.reserved_room import ReservedRoom
    from seatpreview.observability.logging_setup import hides_successful_requests
    from seatpreview.server import parent_process
    from seatpreview.server.metrics_listener import metrics_listener
    from seatpreview.signing import signing_of
    from seatpreview.values.clock import Clock

    _check_image_storage(settings)
    signing_of(settings.data_dir, settings.signing_secret)
    copy = run_with_database(settings, lambda database: make_usable(settings, database))
    if copy is not None:
        display.note(f"The database was upgraded. A copy of it as it was before is in {copy}.")

    data_folder.note_start(settings.data_dir, Clock().now())
    if settings.uses_sqlite:
        ReservedRoom(settings.data_dir).fill()
    with ExitStack() as running:
        metrics_address = running.enter_context(metrics_listener(settings, warn=display.note))
        note = ServiceNote(
            address=settings.address,
            host=address,
            port=settings.port,
            pid=os.getpid(),
            metrics=metrics_address,
        )
        running.enter_context(service_noted(settings.data_dir, note))

        def when_listening() -> None:
            from seatpreview.cli.welcome import show_welcome

            try:
                hides_requests = hides_successful_requests(settings.demo, settings.log_format)
                show_welcome(settings, metrics_address, hides_requests)
            except (CommandError, Problem) as error:
                display.note(str(error))

        parent_process.run(settings, address, when_listening)


def _check_image_storage(settings: Settings) -> None:
    """Opens the image storage once before the workers do, so that its faults are reported once."""
    from seatpreview.objects.store import objects_of

    try:
        objects_of(settings.data_dir, settings.object_store_url)
    except SettingsFault as fault:
        raise CommandError(*fault.sentences) from fault
