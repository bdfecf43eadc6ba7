"""Finds the venue that an argument names, by its id or by an alias of any tenant."""

from difflib import get_close_matches

from seatpreview.database.command_session import run_with_usable_database
from seatpreview.database.engines import Database
from seatpreview.labels.text.spelling import folded
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import CommandError
from seatpreview.values.ids import VenueId
from seatpreview.venues import store

_COMPARED_MAX = 10_000


def is_alias(text: str) -> bool:
    """Returns whether a text has to be looked up. The operation checks one that looks like an id."""
    return not text.startswith(VenueId.prefix)


def venue_id_of(settings: Settings, alias: str, tenant_id: str | None) -> str:
    """Returns the id of the venue with this alias; of this tenant, where one is given.

    An alias belongs to a tenant. Where two tenants use the same alias for different venues, the error lists
    both ids.
    """

    async def run(database: Database) -> str:
        found = await database.read(store.venues_by_alias_of_any_tenant, folded(alias))
        own = [venue for venue in found if tenant_id in (None, venue.alias_of)]
        ids = {venue.venue_id for venue in own}
        if len(ids) == 1:
            return ids.pop()
        if ids:
            lines = [f"  {venue.venue_id}  {venue.name} (an alias of {venue.alias_of})" for venue in own]
            raise CommandError(f"Several venues have the alias '{alias}'. Name one by its id:", *lines)
        raise CommandError(_unknown(alias, await database.read(store.aliases_of_any_tenant, _COMPARED_MAX)))

    return run_with_usable_database(settings, run)


def _unknown(alias: str, known: list[str]) -> str:
    close = get_close_matches(folded(alias), known, n=1)
    meant = f" Did you mean '{close[0]}'?" if close else ""
    return f"There is no venue with the id or alias '{alias}'.{meant} `seatpreview venues list` shows all."
