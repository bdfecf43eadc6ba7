"""Makes all tables of pretix, and the example shop if the database has no organizer."""

import os

import django
from django.core.management import call_command

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trial_shop.settings")


def main() -> None:
    """Prepares the database that pretix's settings name."""
    django.setup()
    call_command("migrate", verbosity=0)
    from pretix.base.models import Organizer  # noqa: PLC0415 - Django is ready now

    from trial_shop.example_shop import make_shop  # noqa: PLC0415 - Django is ready now

    if not Organizer.objects.exists():
        make_shop()


if __name__ == "__main__":
    main()
