"""Names of settings begin with the name of the package, as pretix asks of plugins. Before, it was
`seatpreview_`."""

from typing import Any

from django.db import migrations

OLD, NEW = "seatpreview_", "pretix_seatpreview_"


def rename(before: str, after: str) -> Any:
    """Returns a step that gives the settings of all organizers another prefix."""

    def step(apps: Any, schema_editor: Any) -> None:
        store = apps.get_model("pretixbase", "Organizer_SettingsStore")
        for setting in store.objects.filter(key__startswith=before):
            setting.key = after + setting.key.removeprefix(before)
            setting.save(update_fields=["key"])

    return step


class Migration(migrations.Migration):
    """Renames the settings, and back."""

    dependencies = [("pretixbase", "0306_alter_eventmetaproperty_unique_together")]  # noqa: RUF012 - Django's way
    operations = [migrations.RunPython(rename(OLD, NEW), rename(NEW, OLD))]  # noqa: RUF012 - Django's way
