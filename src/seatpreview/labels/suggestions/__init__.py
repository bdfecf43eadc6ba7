"""Label rules that are suggested, tried and judged on labels of an owner."""
