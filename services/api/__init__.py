"""The HTTP contract: doorways that name a route and its types. The work is done by the other services."""
