"""Sessions: signed, stateless tokens that give a buyer's browser access to one venue for a limited time."""
