"""The seat picker on the page of an event."""
