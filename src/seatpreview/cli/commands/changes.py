"""seatpreview changes: lists what changed, and follows what happens."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from seatpreview.cli.options import takes_settings, without_nulls
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import CommandError

if TYPE_CHECKING:
    from seatpreview.api.local_client import LocalClient
    from seatpreview.change_feed.model import FeedEntry, FeedPage

START = "start"
"""The value of --after that stands for everything that is kept."""

AWAY_SECONDS = 2
"""The pause before the database is opened again after its connection was lost."""


@takes_settings("data_dir", "database_url")
def changes(
    settings: Settings,
    follow: Annotated[bool, typer.Option("--follow", help="Go on with what happens, until Ctrl-C.")] = False,
    after: Annotated[
        str | None,
        typer.Option(
            metavar="POSITION",
            help="Begin after this position, which an earlier run has printed; or with `start` or `now`. "
            "By default, `now` with --follow, and otherwise `start`.",
        ),
    ] = None,
    types: Annotated[
        str | None, typer.Option(metavar="TYPES", help="Only these, such as key.revoked,venue.published.")
    ] = None,
    venue: Annotated[
        str | None, typer.Option(metavar="VENUE", help="Only changes of this venue, its images and grants.")
    ] = None,
    tenant: Annotated[
        str | None, typer.Option(metavar="TENANT_ID", help="Only changes that this tenant may see.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print each change as JSON on its own line.")] = False,
) -> None:
    """List what changed, oldest first, or follow what happens.

    Keys, venues, grants and images, each change on its own line. The last
    line, on standard error, says how to go on later without missing anything.
    A lost connection to the database does not end --follow.

    Examples:
      seatpreview changes --types key.revoked,key.revoke_scheduled
      seatpreview changes --follow --venue harbour
    """
    from seatpreview.cli import display

    position = after or ("now" if follow else START)
    following = _Following(
        settings,
        without_nulls(types=types, venue=venue, tenantId=tenant),
        position,
        _print_json if json else _print_line,
    )
    try:
        following.run_until_interrupted() if follow else following.run_to_end()
    except KeyboardInterrupt:
        typer.echo("", err=True)
    display.note(f"To go on from here: --after {following.position}")


class _Following:
    """Reads the changes page by page, and keeps the position behind what was printed."""

    def __init__(
        self,
        settings: Settings,
        filters: dict[str, object],
        position: str,
        show: "Callable[[FeedEntry], None]",
    ) -> None:
        self.position = position
        self._settings = settings
        self._filters = filters
        self._show = show
        self._is_away = False

    def run_to_end(self) -> None:
        """Prints the changes up to now."""
        from seatpreview.api import local_operations

        local_operations.run_with_client(self._settings, self._print_to_end)

    def run_until_interrupted(self) -> None:
        """Prints changes without end. The database is opened again after its connection was lost."""
        from seatpreview.api import local_operations
        from seatpreview.cli import display
        from seatpreview.cli.interruptible_sleep import sleep_until_signal
        from seatpreview.problems import Unavailable

        self.run_to_end()
        display.note("Following. Ctrl-C ends it.")
        while True:
            try:
                local_operations.run_with_client(self._settings, self._print_for_ever)
            except (Unavailable, CommandError) as error:
                if not self._is_away:
                    display.note(f"{error} Trying again until it works.")
                self._is_away = True
                sleep_until_signal(AWAY_SECONDS)

    async def _print_to_end(self, client: "LocalClient") -> None:
        while (await self._print_page(client, wait_seconds=0)).data:
            pass

    async def _print_for_ever(self, client: "LocalClient") -> None:
        from seatpreview.change_feed.model import WAIT_SECONDS_MAX

        while True:
            await self._print_page(client, WAIT_SECONDS_MAX)

    async def _print_page(self, client: "LocalClient", wait_seconds: int) -> "FeedPage":
        from seatpreview.change_feed.model import PAGE_MAX
        from seatpreview.cli import display

        begin: dict[str, object] = {} if self.position == START else {"after": self.position}
        query = self._filters | begin | {"limit": PAGE_MAX, "waitSeconds": wait_seconds}
        page: FeedPage = await client.call("listChanges", query=query)
        self._is_away = False
        if page.restarted is True:
            display.note(
                f"The log does not go on at {self.position}: a backup was restored, or that is too old. "
                "Everything that is kept follows."
            )
        for entry in page.data:
            self._show(entry)
        self.position = page.next
        return page


def _print_json(entry: "FeedEntry") -> None:
    from seatpreview.cli import display

    display.print_json(entry)


def _print_line(entry: "FeedEntry") -> None:
    typer.echo("  ".join(_parts(entry)))


def _parts(entry: "FeedEntry") -> list[str]:
    parts = [f"{entry.at:%Y-%m-%d %H:%M:%S} UTC", f"{entry.type:<20}", entry.id]
    if entry.kind == "grant":
        parts.append(f"to {entry.tenant_id}")
    if entry.version is not None:
        parts.append(f"version {entry.version}")
    if entry.members:
        parts.append(", ".join(entry.members))
    return [*parts, f"by {entry.actor}"]
