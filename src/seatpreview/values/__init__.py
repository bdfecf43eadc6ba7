"""Values that every room uses: ids, validated text, locales, the clock, the caller of a request."""
