"""The part of a stored record that requests use: what is decoded when a venue is loaded."""

from typing import cast

import msgspec

from seatpreview.labels.label_rules import Rule
from seatpreview.values.validated_text import Name, trusted_text
from seatpreview.venues.image_links import ImageLinks
from seatpreview.venues.model import Ad, Alias, ImagerySet, Timezone, ViewerDefaults
from seatpreview.venues.translations import Translations


class ServedSeatKeys(msgspec.Struct, frozen=True):
    """The rules for labels, without their examples."""

    rules: tuple[Rule, ...] = ()


class ServedRules(msgspec.Struct, frozen=True, rename="camel"):
    """The rules of a record, without the layout, of which the compiled form is used."""

    seat_keys: ServedSeatKeys = ServedSeatKeys()


class ServedRecord(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The part of a stored record that requests use. The rest, often most of it, is not decoded."""

    name: Name
    timezone: Timezone = cast(Timezone, "UTC")
    aliases: tuple[Alias, ...] = ()
    imagery_sets: tuple[ImagerySet, ...] = ()
    rules: ServedRules = ServedRules()
    ads: tuple[Ad, ...] = ()
    viewer_defaults: ViewerDefaults = ViewerDefaults()
    image_links: ImageLinks = ImageLinks()
    translations: Translations = {}


decode_served = msgspec.json.Decoder(ServedRecord, dec_hook=trusted_text).decode
