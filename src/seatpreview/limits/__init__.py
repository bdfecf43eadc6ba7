"""Rate limits: the arithmetic (GCRA), and two limiters that store its state in this process or in Valkey."""
