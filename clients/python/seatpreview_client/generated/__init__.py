"""Written by script/clients from the OpenAPI document: models, operations, and the groups that call them."""
