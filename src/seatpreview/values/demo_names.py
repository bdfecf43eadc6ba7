"""Names of the demo that several rooms need: the demo itself, the landing page and the command line."""

VENUE_ALIAS = "harbour"
SEAT_LABEL = "HARBOUR ARENA - Lower Bowl Sec 107 Row K Seat 9 (Early Bird)"
"""A label as a ticket shop prints it. It resolves to the seat 107/K/9."""
CONFIGURATION = "end-stage"
"""A configuration in which the seat that is shown first has an image from its own row."""

TENANT_KEY = "Tenant key"
SHOP_KEY = "Shop key"
RESELLER_KEY = "Reseller key"
ADMIN_KEY = "Admin key"
"""The names of the demo's keys: in the terminal, where they are shown once, and as their labels."""

PAGE_PORTS = (8000, 8001)
"""Ports of a shop page on this machine. The second is for a service that itself listens on the first,
because its own address cannot be an allowed origin."""


def page_origins(port: int) -> list[str]:
    """Returns the origins of a shop page at this port. The keyless key that allows them marks a demo."""
    return [f"http://localhost:{port}", f"http://127.0.0.1:{port}"]
