"""Words for places, properties and stages in seven languages."""
