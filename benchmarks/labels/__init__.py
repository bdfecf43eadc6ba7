"""The benchmark of the resolver: its score on labels with known answers, its confidence, and its cost."""
