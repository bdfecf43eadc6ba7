"""API keys: who may ask, from which origins, and which pages may embed the viewer."""
