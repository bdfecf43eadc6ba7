"""Templates: records of usual kinds of venue, computed for a number of seats."""
