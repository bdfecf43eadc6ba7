"""Shops of all kinds, what somebody chooses in them, and what must then be in the cart and nothing else.

The program that makes the events and the one that uses the browser both read it: it needs neither pretix nor
Playwright."""

from __future__ import annotations

from dataclasses import dataclass, field

PREMIUM_1, PREMIUM_2, PREMIUM_3 = (f"Stalls, Row 1, Seat {number}" for number in (1, 2, 3))
STANDARD_1 = "Stalls, Row 2, Seat 1"


@dataclass(frozen=True)
class Other:
    """A product without a seat."""

    name: str
    price: str
    settings: dict[str, object] = field(default_factory=dict)
    variations: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CartCase:
    """An event, and one visit to it."""

    slug: str
    others: tuple[Other, ...] = ()
    seats: tuple[str, ...] = ()
    """The seats that are chosen, by the names that a screen reader says."""
    refused: dict[str, str] = field(default_factory=dict)
    """Seats that cannot be chosen after these, and what the picker says about each."""
    counts: dict[str, int] = field(default_factory=dict)
    """What is entered into pretix's own fields, by the name of the product."""
    own_prices: dict[str, str] = field(default_factory=dict)
    voucher: str = ""
    says: str = ""
    """What the picker says about its limits before the seats are sent."""
    total: str = ""
    """What the picker shows as its total, and the cart as well."""
    cart: tuple[tuple[str, str], ...] = ()
    """All positions of the cart: the product and its price."""


STANDING = Other("Standing", "10.00")
PARKING = Other("Parking", "5.00")
A_SEAT = (("Premium", "42.00"),)
CASES = (
    CartCase("none", (), (PREMIUM_1,), total="€42.00", cart=A_SEAT),
    # pretix presets a lone product: nobody has chosen it.
    CartCase("lone", (STANDING,), (PREMIUM_1,), total="€42.00", cart=A_SEAT),
    CartCase(
        "lone-chosen",
        (STANDING,),
        (PREMIUM_1,),
        counts={"Standing": 2},
        total="€62.00",
        cart=(*A_SEAT, ("Standing", "10.00"), ("Standing", "10.00")),
    ),
    CartCase(
        "lone-alone", (STANDING,), counts={"Standing": 1}, total="€10.00", cart=(("Standing", "10.00"),)
    ),
    CartCase(
        "lone-box",
        (Other("Standing", "10.00", {"max_per_order": 1}),),
        (PREMIUM_1,),
        total="€42.00",
        cart=A_SEAT,
    ),
    CartCase("many", (STANDING, PARKING), (PREMIUM_1,), total="€42.00", cart=A_SEAT),
    CartCase(
        "many-chosen",
        (STANDING, PARKING),
        (PREMIUM_1, STANDARD_1),
        counts={"Parking": 1},
        total="€75.00",
        cart=(("Parking", "5.00"), *A_SEAT, ("Standard", "28.00")),
    ),
    CartCase(
        "variations",
        (Other("Standing", "10.00", variations={"Adult": "10.00", "Child": "6.00"}),),
        (PREMIUM_1,),
        counts={"Child": 1},
        total="€48.00",
        cart=(*A_SEAT, ("Standing", "6.00")),
    ),
    CartCase(
        "lone-variation",
        (Other("Standing", "10.00", variations={"Adult": "10.00"}),),
        (PREMIUM_1,),
        total="€42.00",
        cart=A_SEAT,
    ),
    # A dinner that every premium ticket needs is chosen in the checkout.
    CartCase("add-ons", (), (PREMIUM_1,), total="€42.00", cart=A_SEAT),
    # The programme is part of the price, and a position of its own.
    CartCase(
        "bundles",
        (STANDING,),
        (PREMIUM_1,),
        total="€42.00",
        cart=(("Premium", "38.00"), ("Programme", "4.00")),
    ),
    CartCase(
        "free-price",
        (Other("Donation", "1.00", {"free_price": True}),),
        (STANDARD_1,),
        own_prices={"Standard": "35.50"},
        total="€35.50",
        cart=(("Standard", "35.50"),),
    ),
    CartCase(
        "free-price-chosen",
        (Other("Donation", "1.00", {"free_price": True}),),
        (STANDARD_1,),
        counts={"Donation": 1},
        own_prices={"Donation": "20"},
        total="€50.00",
        cart=(("Donation", "20.00"), ("Standard", "30.00")),
    ),
    CartCase(
        "with-voucher-only",
        (Other("Standing", "10.00", {"require_voucher": True}),),
        (PREMIUM_1,),
        total="€42.00",
        cart=A_SEAT,
    ),
    CartCase(
        "voucher", (STANDING,), (PREMIUM_1,), voucher="HALF", total="€21.00", cart=(("Premium", "21.00"),)
    ),
    CartCase(
        "voucher-used-up",
        (STANDING,),
        (PREMIUM_1,),
        refused={PREMIUM_2: "This voucher is for 1 more."},
        voucher="ONCE",
        total="€21.00",
        cart=(("Premium", "21.00"),),
    ),
    CartCase(
        "voucher-minimum",
        (STANDING,),
        (PREMIUM_1, PREMIUM_2),
        voucher="PAIR",
        total="€42.00",
        cart=(("Premium", "21.00"), ("Premium", "21.00")),
    ),
    CartCase(
        "small-quota",
        (STANDING,),
        (PREMIUM_1, PREMIUM_2),
        refused={PREMIUM_3: "Premium: only 2 left."},
        total="€84.00",
        cart=(*A_SEAT, *A_SEAT),
    ),
    CartCase(
        "small-order",
        (STANDING,),
        (PREMIUM_1,),
        refused={PREMIUM_2: "An order has at most 2 tickets."},
        counts={"Standing": 1},
        total="€52.00",
        cart=(*A_SEAT, ("Standing", "10.00")),
    ),
    CartCase(
        "one-per-order",
        (STANDING,),
        (PREMIUM_1,),
        refused={PREMIUM_2: "An order has at most 1 ticket."},
        total="€42.00",
        cart=A_SEAT,
    ),
    CartCase(
        "product-limit",
        (),
        (PREMIUM_1, STANDARD_1),
        refused={PREMIUM_2: "Premium: at most 1 per order."},
        total="€70.00",
        cart=(*A_SEAT, ("Standard", "28.00")),
    ),
)
