"""Label resolution: finds the seat that a ticketing system's label names, or declines the label. Pure."""
