"""Stills of drawn seats: which are kept, the queue of the others, and the confined Chromium that draws."""
