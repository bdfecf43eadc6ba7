"""A rehearsal of a sale: buyers who behave as buyers do, and a report of what the service made of them."""
