"""Addresses of the plugin: those of the control pages, and those below a shop."""

from pretix_seatpreview.control.urls import urlpatterns as control_patterns
from pretix_seatpreview.picker.urls import event_patterns as picker_patterns
from pretix_seatpreview.purchase.urls import event_patterns as purchase_patterns

urlpatterns = [*control_patterns]
event_patterns = [*picker_patterns, *purchase_patterns]
