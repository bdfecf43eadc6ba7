"""A plan that is imported over a venue: what people had made of the venue is kept."""
