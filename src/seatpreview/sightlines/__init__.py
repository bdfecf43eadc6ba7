"""What is seen from a place: the bodies of a hall, and what share of the stage they leave to be seen."""
