"""Results of operations: encodings, ETags, cursors, content that is loaded when it is needed."""
