"""Authentication and authorization: the guard turns a request's credential into a Caller, or refuses it."""
