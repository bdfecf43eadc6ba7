"""Complete records of example venues: the templates of their names have them at their default size."""

from importlib.resources import files

EXAMPLE_IDS = ("theatre", "stadium", "amphitheatre", "club")


def example_text(example_id: str) -> str:
    """Returns the record of an example as JSON. Raises KeyError where there is no such example."""
    if example_id not in EXAMPLE_IDS:
        raise KeyError(example_id)
    return (files("seatpreview.venues") / "examples" / f"{example_id}.json").read_text(encoding="utf-8")
