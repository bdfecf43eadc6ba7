"""The Django app of the trial shop, whose only work is to be patient on a busy machine."""

import os

from django.apps import AppConfig, apps


class TrialShop(AppConfig):
    """Is ready in each process of a shop and of its tests: in servers, background workers and programs."""

    name = "trial_shop"

    def ready(self) -> None:
        """Raises the bounds in seconds, where everything is tried at once: an answer may then take longer
        than an organizer would wait for it. Tests of bounds set their own."""
        if "BUSY_MACHINE_SECONDS" not in os.environ or not apps.is_installed("pretix_seatpreview"):
            return
        # They need Django's models, which are there now.
        from pretix_seatpreview import keys, plan_sync
        from pretix_seatpreview.purchase import fetching, image_links

        patience = float(os.environ["BUSY_MACHINE_SECONDS"])
        keys.CHECK_SECONDS_MAX = plan_sync.SYNC_SECONDS_MAX = patience
        image_links.WAIT_SECONDS_MAX = fetching.IMAGE_SECONDS_MAX = patience
