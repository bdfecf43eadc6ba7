"""Seats: previews of the view from a seat, lists of seats, and the plan of a venue."""
