"""The words all games share: events and secrets, records, chance, rulesets, refusals, replay."""
