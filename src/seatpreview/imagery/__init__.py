"""Imagery: images of a venue, uploaded, kept and given out under signed addresses."""
