"""Prepares the database of a trial shop, by the steps that the command line names.

- `tables`: all tables of pretix, by its migrations, which takes minutes.
- `tables-at-once`: the same tables as the models describe them now, for a database that nobody will upgrade.
- `example`: the example shop, if there is no organizer yet."""

import os
import sys

import django
from django.conf import settings
from django.core.management import call_command

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trial_shop.settings")


def main(steps: list[str]) -> None:
    """Prepares the database that pretix's settings name."""
    django.setup()
    # They need Django's models, which are there now.
    from pretix.base.models import Organizer

    from trial_shop.example_shop import make_shop

    if "tables-at-once" in steps:
        settings.MIGRATION_MODULES = {app.label: None for app in django.apps.apps.get_app_configs()}
        call_command("migrate", run_syncdb=True, verbosity=0)
    if "tables" in steps:
        call_command("migrate", verbosity=0)
    if "example" in steps and not Organizer.objects.exists():
        make_shop()


if __name__ == "__main__":
    main(sys.argv[1:])
