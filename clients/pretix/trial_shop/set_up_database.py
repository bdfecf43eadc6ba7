"""Makes the tables of pretix (`tables`), and the example shop if there is no organizer (`example`)."""

import os
import sys

import django
from django.core.management import call_command

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trial_shop.settings")


def main(steps: list[str]) -> None:
    """Prepares the database that pretix's settings name."""
    django.setup()
    # They need Django's models, which are there now.
    from pretix.base.models import Organizer

    from trial_shop.example_shop import make_shop

    if "tables" in steps:
        call_command("migrate", verbosity=0)
    if "example" in steps and not Organizer.objects.exists():
        make_shop()


if __name__ == "__main__":
    main(sys.argv[1:])
