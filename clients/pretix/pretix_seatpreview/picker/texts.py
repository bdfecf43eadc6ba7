"""The picker's texts for its script, in the language of the page."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext


def picker_texts(order_max: int | None) -> dict[str, str]:
    """Returns the texts by name. `{...}` is replaced by the script. `order_max` is how many tickets an order
    takes: the words around a number depend on it."""
    return {
        **_seat_texts(),
        **_limits(order_max or 0),
        **_notices(),
    }


def _seat_texts() -> dict[str, str]:
    return {
        "sold": pgettext("seat", "taken"),
        "held": pgettext("seat", "reserved"),
        "mine": pgettext("seat", "in your cart"),
        "closed": pgettext("seat", "not on sale"),
        "freeOne": npgettext("seat", "{count} free", "{count} free", 1),
        "freeMany": npgettext("seat", "{count} free", "{count} free", 2),
        "noFree": pgettext("seat", "none free"),
        "from": _("from {price}"),
        "remove": _("Remove {seat}"),
        "choice": _("Ticket for {seat}"),
        "ownPrice": _("Price for {product}"),
        "seatsOne": _("1 seat"),
        "seatsMany": _("{count} seats"),
        "otherOne": _("1 ticket without a seat"),
        "otherMany": _("{count} tickets without a seat"),
        "moreOther": _("One more {product}"),
        "removeOther": _("Remove {product}"),
        "showView": _("View from {seat}"),
        "wheelchair": _("Wheelchair space"),
        "companion": _("Companion seat"),
        "stepFree": _("Without steps"),
        "easyAccess": _("Few steps"),
        "restrictedView": _("Restricted view"),
        "aisle": _("Aisle seat"),
        "limitedLegroom": _("Limited legroom"),
    }


def _limits(order_max: int) -> dict[str, str]:
    return {
        "limitMin": _("{product}: at least {count} per order."),
        "limitMax": _("{product}: at most {count} per order."),
        "orderMax": ngettext(
            "An order has at most {count} ticket.", "An order has at most {count} tickets.", order_max
        ),
        "orderMaxWithCart": ngettext(
            "An order has at most {count} ticket, and your cart has {inCart} already.",
            "An order has at most {count} tickets, and your cart has {inCart} already.",
            order_max,
        ),
        "quotaNone": _("No more tickets are left for {product}."),
        "quotaLeftOne": ngettext("{product}: only {count} left.", "{product}: only {count} left.", 1),
        "quotaLeftMany": ngettext("{product}: only {count} left.", "{product}: only {count} left.", 2),
        "voucherNone": _("This voucher is used up, or all that is left of it is in carts."),
        "voucherMax": _("This voucher is for {count} more."),
        "voucherMin": _("This voucher needs at least {count} tickets."),
    }


def _notices() -> dict[str, str]:
    return {
        "chosen": _("{seat} is chosen."),
        "removed": _("{seat} is no longer chosen."),
        "fasterOne": _("{seats} is no longer free: somebody else was faster. Please choose another seat."),
        "fasterMany": _("{seats} are no longer free: somebody else was faster. Please choose other seats."),
        "soldOutOne": _("{seats} is not chosen any more: no more tickets of its kind are left."),
        "soldOutMany": _("{seats} are not chosen any more: no more tickets of their kind are left."),
        "closedOne": _("{seats} is not on sale any more. Please choose another seat."),
        "closedMany": _("{seats} are not on sale any more. Please choose other seats."),
        "othersStay": _("Your other seats are still chosen."),
        "inCartOne": _("{seats} is in your cart."),
        "inCartMany": _("{seats} are in your cart."),
        "noMap": _("The map cannot be shown at the moment. You can choose your seats from the list."),
        "offline": _("We cannot check at the moment which seats are free. We keep trying."),
        "nothingFound": _("No seat that is free has all of this."),
    }
