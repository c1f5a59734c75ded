"""The card language at work: what a card's words mean on the table, and what its verbs do."""
