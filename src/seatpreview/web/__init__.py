"""Pages for people: the viewer on a buyer's phone."""
