"""Which images a record names, found without decoding the rest of it."""

import hashlib

import msgspec

HASH_BYTES = 8
"""Bytes of the hash of a name. Two names of a venue with the same hash do not occur; if they did, an image
would be kept that nothing names."""


class NamedImage(msgspec.Struct):
    """An image of an imagery set: `object` names one that was uploaded."""

    object: str | None = None


class NamingSet(msgspec.Struct):
    """An imagery set, by which a record names images."""

    id: str
    images: tuple[NamedImage, ...] = ()


class NamingAd(msgspec.Struct):
    """An ad, which names one image."""

    id: str
    image: str


class NamingRecord(msgspec.Struct, rename="camel"):
    """The part of a stored record that names images. The rest is skipped."""

    imagery_sets: tuple[NamingSet, ...] = ()
    ads: tuple[NamingAd, ...] = ()


decode_naming = msgspec.json.Decoder(NamingRecord).decode


def image_names(document: bytes) -> set[str]:
    """Returns the names of all uploaded images that a stored record refers to."""
    record = decode_naming(document)
    images = (image.object for each in record.imagery_sets for image in each.images)
    return {name for name in images if name is not None} | {ad.image for ad in record.ads}


def image_hashes(document: bytes) -> bytes:
    """Returns the hashes of these names, one after the other: what is stored to find a name by."""
    return b"".join(sorted(map(image_hash, image_names(document))))


def image_hash(name: str) -> bytes:
    """Returns the hash of one name."""
    return hashlib.blake2b(name.encode(), digest_size=HASH_BYTES).digest()


def names_in_draft(document: bytes) -> set[str]:
    """Returns the names of all images that a draft refers to, whatever else is wrong with it."""
    record = msgspec.json.decode(document)
    sets = _objects(record.get("imagerySets") if isinstance(record, dict) else None)
    named = [image.get("object") for each in sets for image in _objects(each.get("images"))]
    named += [ad.get("image") for ad in _objects(record.get("ads") if isinstance(record, dict) else None)]
    return {name for name in named if isinstance(name, str)}


def _objects(value: object) -> list[dict[str, object]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
