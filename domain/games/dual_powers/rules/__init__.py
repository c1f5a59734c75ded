"""The rules of Dual Powers, one file a chapter of the rulebook."""
