"""The cards of Prelude to Revolution as data: the language, the deck, its checker, its words."""
