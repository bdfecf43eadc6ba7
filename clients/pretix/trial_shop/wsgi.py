"""The WSGI application of a trial shop: pretix, and its static files without a web server before it."""

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trial_shop.settings")

from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.wsgi import get_wsgi_application
from django.http import Http404
from django.views.static import serve


class StaticFiles(StaticFilesHandler):
    """Serves what pretix's package has built, and otherwise the files of plugins as they are."""

    def serve(self, request: Any) -> Any:
        """Returns a static file, or raises `Http404`."""
        try:
            return serve(request, self.file_path(request.path), document_root=settings.STATIC_ROOT)
        except Http404:
            return super().serve(request)


application = StaticFiles(get_wsgi_application())
