"""`make bench`: our figures beside their anchors, measured in one run, interleaved. Asserts nothing.

`python -m tests.bench store` measures one part alone.
"""

import sys
from importlib import import_module

PARTS = (
    "rules",
    "store",
    "postgres",
    "play",
    "http",
    "streams",
    "many",
    "projections",
    "replay",
    "step",
)

for part in sys.argv[1:] or PARTS:
    import_module(f"tests.bench.{part}").main()
