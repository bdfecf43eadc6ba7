"""API keys: who may use the API, from which origins, and which pages may embed the viewer."""
