"""Settings: their defaults and texts, how they are read, and which exclude each other."""
