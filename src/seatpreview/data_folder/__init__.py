"""Small notes that the service keeps in its data folder: its own address, and its last backup."""
