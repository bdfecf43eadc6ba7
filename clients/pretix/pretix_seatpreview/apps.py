"""What pretix reads about this plugin."""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from pretix.base.plugins import PLUGIN_LEVEL_EVENT_ORGANIZER_HYBRID, PluginConfig

from pretix_seatpreview import __version__


class PluginApp(PluginConfig):
    """The Django app of the plugin. It is switched on for the organizer first, and then for each event."""

    default = True
    name = "pretix_seatpreview"
    verbose_name = "Seat Preview"

    class PretixPluginMeta:
        """Texts and links for pretix's list of plugins."""

        name = "Seat Preview"
        author = "The Seat Preview authors"
        version = __version__
        category = "FEATURE"
        level = PLUGIN_LEVEL_EVENT_ORGANIZER_HYBRID
        description = _(
            "Buyers choose their seats on a map and see the view from each of them before they pay."
        )
        visible = True
        compatibility = "pretix>=2026.7.0,<2026.9"
        settings_links: ClassVar[list[Any]] = [
            ((_("Settings"), _("Seat Preview")), "plugins:pretix_seatpreview:event.connection", {}),
        ]
        navigation_links: ClassVar[list[Any]] = []

    def ready(self) -> None:
        """Connects the receivers of pretix's signals. A list of services that cannot be read keeps pretix
        from starting: half of it would be a list that nobody has written."""
        from pretix_seatpreview import service_addresses
        from pretix_seatpreview.control import signals as _control  # noqa: F401 - Django is ready now
        from pretix_seatpreview.picker import signals as _picker  # noqa: F401 - Django is ready now
        from pretix_seatpreview.purchase import signals as _purchase  # noqa: F401 - Django is ready now

        service_addresses.permitted_services()
