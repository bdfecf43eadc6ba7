"""The address of the image of a seat in the shop, which pages and e-mails have."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect

from pretix_seatpreview.purchase.image_links import NoImage, image_link
from pretix_seatpreview.purchase.seat_views import view_of_token
from pretix_seatpreview.purchase.stored_images import read_image

SHARED_SECONDS = 3600
"""How long a browser may go on using where an address led."""


def show_image(request: HttpRequest, token: str, **names: str) -> HttpResponse:
    """Leads a browser to the image at the service. If the service does not answer within two seconds, it is
    the image that pretix has kept, or there is none."""
    view = view_of_token(request.event, token)
    if view is None:
        raise Http404
    try:
        response = HttpResponseRedirect(image_link(view))
    except NoImage:
        return _kept_image(read_image(view))
    response["Cache-Control"] = f"public, max-age={SHARED_SECONDS}"
    return response


def _kept_image(image: bytes | None) -> HttpResponse:
    if image is None:
        return HttpResponse(status=404, headers={"Cache-Control": "no-store"})
    # The bytes are a service's: no browser may take them for anything else.
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(image, content_type="image/jpeg", headers=headers)
