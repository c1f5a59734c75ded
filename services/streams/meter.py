"""Meter: what streams have done, counted where it happens."""

from bisect import bisect_left

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Meter:
    """Counts since the start. `lag` runs from hearing of a commit until every waiting reader had it."""

    def __init__(self) -> None:
        self.open: dict[str, int] = {}
        self.delivered = 0
        self.lag_counts = [0] * (len(BOUNDS) + 1)
        self.lag_sum = 0.0
        self.lag_last = 0.0
        self.lag_most = 0.0

    def opened(self, form: str, change: int = 1) -> None:
        self.open[form] = self.open.get(form, 0) + change

    def lagged(self, seconds: float) -> None:
        self.lag_counts[bisect_left(BOUNDS, seconds)] += 1
        self.lag_sum += seconds
        self.lag_last = seconds
        self.lag_most = max(self.lag_most, seconds)
