"""Stills of drawn seats: which of them are kept, and the queue of those that are to be drawn."""
