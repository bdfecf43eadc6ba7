"""Sessions: for one venue, for a while, in a buyer's browser. Signed, not stored."""
