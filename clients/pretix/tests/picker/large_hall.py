"""A hall with two thousand seats in the database that the environment names, and what is in carts there.

It runs in a process of its own: python -m picker.large_hall add|carts"""

import json
import sys

import django

SEATS = 2_000


def add() -> None:
    """Adds a hall to the example event, with the guids H0 to H1999."""
    from pretix.base.models import Event, Seat

    event = Event.objects.get(slug="concert")
    product = event.seats.get(seat_guid="S2-1").product
    Seat.objects.bulk_create(
        Seat(
            event=event,
            zone_name="Hall",
            row_name=str(number // 50),
            seat_number=str(number % 50),
            seat_guid=f"H{number}",
            product=product,
            sorting_rank=10**9 + number,
        )
        for number in range(SEATS)
    )
    print(json.dumps({"product": product.pk}))  # noqa: T201 - the test reads it


def carts() -> None:
    """Prints the guid of the seat of each position in all carts."""
    from pretix.base.models import CartPosition

    guids = CartPosition.objects.values_list("seat__seat_guid", flat=True)
    print(json.dumps(list(guids)))  # noqa: T201 - the test reads it


if __name__ == "__main__":
    django.setup()
    from django_scopes import scopes_disabled

    with scopes_disabled():
        {"add": add, "carts": carts}[sys.argv[1]]()
