"""The kinds of imagery that a set can have. The server knows a new kind once it is registered here."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

ImageryKind = Literal["panorama", "photo", "rendered"]
"""`rendered` is a panorama that a computer drew. It is shown like a panorama, and told as a rendering."""

Projection = Literal["equirectangular", "flat"]


class Registration(NamedTuple):
    """What the server has to know of a kind of imagery."""

    is_real: bool = True
    """Whether a camera took it. Of two pictures that are as near to a seat, the real one is shown."""
    projection: Projection = "equirectangular"
    """How directions are laid out on the picture: around the whole sphere, or as a camera takes them."""


IMAGERY_KINDS: Mapping[ImageryKind, Registration] = {
    "panorama": Registration(),
    "photo": Registration(projection="flat"),
    "rendered": Registration(is_real=False),
}
DEFAULT_KIND: ImageryKind = "photo"
"""The kind of a set that an upload makes without naming one."""

if set(IMAGERY_KINDS) != set(get_args(ImageryKind)):
    raise TypeError("ImageryKind and IMAGERY_KINDS must name the same kinds.")
