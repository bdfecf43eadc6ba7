"""Imagery: images of a venue, which are uploaded, stored and served under signed addresses."""
