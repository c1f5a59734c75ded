"""`protokol deck`: the cards of Prelude to Revolution, and those of an owner of the printed game."""
