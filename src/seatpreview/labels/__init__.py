"""The resolver: from a ticketing system's own words for a seat to the seat, or an honest refusal. Pure."""
