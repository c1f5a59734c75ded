"""Keeps the read models of the projections up to date in the store's own database, and rebuilds them."""
