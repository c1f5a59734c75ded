"""The rules of Revolution!, one file a chapter of the rulebook."""
