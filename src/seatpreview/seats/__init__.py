"""Seats: from a label to what the buyer sees from there."""
