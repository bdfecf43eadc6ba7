"""Words for places, properties and stages."""
