"""The rules of Prelude to Revolution, one file a chapter of the rulebook."""
